import { useHydrated } from '@tanstack/react-router'
import { Component, Suspense, lazy, useCallback, useState, type ComponentType, type ReactNode } from 'react'
import { Button } from '@/client/design-system/button'
import { report } from '@/client/shared/offline/offline-client'
import * as m from '@/messages/compiled/messages.js'
import { css, cx } from 'styled-system/css'
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
  // React keeps the failure of a lazy component: the next attempt is another one.
  const attempt = () =>
    lazy(async () => {
      const part = await load().catch((cause: unknown): ComponentType<Props> => {
        if (!isOptional) throw new NotLoaded(cause)
        latest = attempt()
        return () => null
      })
      return { default: part }
    })
  let latest = attempt()
  return function LazyPart(props: Props) {
    const isHydrated = useHydrated()
    const [{ Part, count }, setShown] = useState({ Part: latest, count: 1 })
    if (!isHydrated) return fallback
    const onClose = 'onClose' in props ? (props.onClose as () => void) : undefined
    return (
      <Boundary
        key={count}
        onError={() => (latest = attempt())}
        missing={
          <Missing
            hasFailedAgain={count > 1}
            onRetry={() => setShown({ Part: latest, count: count + 1 })}
            onClose={onClose}
          />
        }
      >
        <Suspense fallback={fallback}>
          <Part {...props} />
        </Suspense>
      </Boundary>
    )
  }
}

class NotLoaded extends Error {
  constructor(cause: unknown) {
    super('A part of the page could not be loaded.', { cause })
  }
}

interface BoundaryProps {
  missing: ReactNode
  onError: () => void
  children: ReactNode
}

class Boundary extends Component<BoundaryProps, { error?: unknown }> {
  override state: { error?: unknown } = {}

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override componentDidCatch(error: unknown): void {
    report('part', error)
    this.props.onError()
  }

  override render(): ReactNode {
    const { error } = this.state
    if (error === undefined) return this.props.children
    if (!(error instanceof NotLoaded)) throw error
    return this.props.missing
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
            {m.app_missing_close()}
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
const actions = css({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'flex-end',
  gap: '3',
  marginTop: '4',
})
