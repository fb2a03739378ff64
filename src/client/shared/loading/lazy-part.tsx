import { useHydrated } from '@tanstack/react-router'
import { useCallback, useEffect, useState, type ComponentType, type ReactNode } from 'react'
import { Button } from '@/client/design-system/button'
import { report } from '@/client/shared/offline/offline-client'
import * as m from '@/messages/compiled/messages.js'
import { css, cx } from 'styled-system/css'
import { cluster } from 'styled-system/patterns'
import { card } from 'styled-system/recipes'

interface Options {
  /** Stands in its place while it loads, and on the server, which renders no lazy part. */
  fallback?: ReactNode
  isOptional?: boolean
}

/** A part whose chunk is loaded when it is first rendered. One that cannot be loaded takes nothing else with it, and 'Try again' fetches it anew. */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { fallback = null, isOptional = false }: Options = {},
): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined
  const loadOnce = async () => {
    loaded = await load()
    return loaded
  }
  return function LazyPart(props: Props) {
    const isHydrated = useHydrated()
    const [Part, setPart] = useState(() => loaded)
    const [failures, setFailures] = useState(0)
    const [retries, setRetries] = useState(0)
    useEffect(() => {
      if (Part !== undefined) return
      loadOnce().then(
        (part) => setPart(() => part),
        (error: unknown) => {
          report('A part of the page could not be loaded.', error)
          setFailures(retries + 1)
        },
      )
    }, [Part, retries])
    if (!isHydrated) return fallback
    if (Part !== undefined) return <Part {...props} />
    if (isOptional || failures === retries) return fallback
    return (
      <Missing
        hasFailedAgain={failures > 1}
        onRetry={() => setRetries(failures)}
        onClose={'onClose' in props ? (props.onClose as () => void) : undefined}
      />
    )
  }
}

interface MissingProps {
  hasFailedAgain: boolean
  onRetry: () => void
  onClose: (() => void) | undefined
}

function Missing({ hasFailedAgain, onRetry, onClose }: MissingProps) {
  const open = useCallback((element: HTMLDialogElement | null) => element?.showModal(), [])
  const message = (
    <>
      <h2 id="missing-part" className={title}>
        {m.app_missing_title()}
      </h2>
      <p>{hasFailedAgain ? m.app_missing_again() : m.app_missing_text()}</p>
      <div className={actions}>
        {onClose ? (
          <Button variant="secondary" onClick={onClose}>
            {m.app_close()}
          </Button>
        ) : null}
        {hasFailedAgain ? (
          <Button variant="secondary" onClick={() => window.location.reload()}>
            {m.app_missing_reload()}
          </Button>
        ) : null}
        <Button onClick={onRetry}>{m.app_try_again()}</Button>
      </div>
    </>
  )
  if (onClose === undefined)
    return (
      <div role="alert" className={card({ pad: true })}>
        {message}
      </div>
    )
  return (
    // The browser's own: Ark's may be in the chunk that is missing.
    <dialog ref={open} onClose={onClose} aria-labelledby="missing-part" className={frame}>
      {message}
    </dialog>
  )
}

const frame = cx(
  card({ pad: true }),
  css({
    margin: 'auto',
    maxWidth: '[min(28rem, 100% - 2rem)]',
    bg: 'bg.raised',
    color: 'fg.default',
    boxShadow: 'high',
  }),
)
const title = css({ textStyle: 'subheading', marginBottom: '2' })
const actions = cluster({ justify: 'flex-end', gap: '3', marginTop: '4' })

// Ark's dialog weighs more than most pages: it is loaded when something is asked.
export const ConfirmDialog = lazyPart(
  async () => (await import('@/client/design-system/overlays/confirm-dialog')).ConfirmDialog,
)
export const Dialog = lazyPart(async () => (await import('@/client/design-system/overlays/dialog')).Dialog)
