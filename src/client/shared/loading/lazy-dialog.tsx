import { useCallback, useEffect, useState } from 'react'
import type { ComponentType } from 'react'
import { Button } from '@/client/design-system/button'
import * as m from '@/messages/compiled/messages.js'
import { css, cx } from 'styled-system/css'
import { card } from 'styled-system/recipes'

interface Closing {
  onClose: () => void
}

/**
 * A dialog whose chunk is loaded when it is opened. Not `React.lazy`: a chunk that is neither cached nor can be fetched would throw to
 * the error boundary, and with the page goes what was typed in it. A message takes the dialog's place, with a way to try again.
 */
export function lazyDialog<Props extends Closing>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  return function LazyDialog(props: Props) {
    const [loaded, setLoaded] = useState<{ Part?: ComponentType<Props>; attempt: number }>({ attempt: 0 })
    const [attempt, setAttempt] = useState(1)
    useEffect(() => {
      let isUnmounted = false
      const settle = (Part?: ComponentType<Props>) =>
        isUnmounted || setLoaded({ ...(Part && { Part }), attempt })
      load().then(settle, () => settle())
      return () => {
        isUnmounted = true
      }
    }, [attempt])
    const { Part } = loaded
    if (Part !== undefined) return <Part {...props} />
    if (loaded.attempt === 0) return null
    return (
      <MissingDialog
        isBusy={loaded.attempt < attempt}
        hasFailedAgain={loaded.attempt > 1}
        onRetry={() => setAttempt(loaded.attempt + 1)}
        onClose={() => props.onClose()}
      />
    )
  }
}

interface MissingDialogProps {
  isBusy: boolean
  hasFailedAgain: boolean
  onRetry: () => void
  onClose: () => void
}

/**
 * The browser's own dialog: Ark's is in the chunk that is missing. Older browsers do not fetch a failed module again as long as the page
 * is open.
 */
function MissingDialog({ isBusy, hasFailedAgain, onRetry, onClose }: MissingDialogProps) {
  const open = useCallback((element: HTMLDialogElement | null) => element?.showModal(), [])
  return (
    <dialog ref={open} onClose={onClose} aria-labelledby="missing-dialog" className={frame}>
      <h2 id="missing-dialog" className={title}>
        {m.app_missing_title()}
      </h2>
      <p>{hasFailedAgain ? m.app_missing_again() : m.app_missing_text()}</p>
      <form method="dialog" className={actions}>
        <Button type="submit" variant="secondary">
          {m.app_missing_close()}
        </Button>
        {hasFailedAgain ? (
          <Button type="button" variant="secondary" onClick={() => window.location.reload()}>
            {m.app_missing_reload()}
          </Button>
        ) : null}
        <Button type="button" busy={isBusy} onClick={onRetry}>
          {m.app_try_again()}
        </Button>
      </form>
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
