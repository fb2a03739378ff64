import { useEffect } from 'react'
import type { DraftSession } from '@/offline/outbox/drafts/draft-session'

/** Tells the draft of a form when its page is hidden or closed. */
export function useLeaveWithPage(draft: Pick<DraftSession, 'leave'> | undefined): void {
  useEffect(() => {
    if (draft === undefined) return
    const leave = () => draft.leave()
    // A hidden page may be discarded without another event.
    const onHide = () => document.visibilityState === 'hidden' && leave()
    document.addEventListener('visibilitychange', onHide)
    window.addEventListener('pagehide', leave)
    return () => {
      document.removeEventListener('visibilitychange', onHide)
      window.removeEventListener('pagehide', leave)
    }
  }, [draft])
}
