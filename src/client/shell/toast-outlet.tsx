import { useEffect, useState } from 'react'
import type { ComponentType } from 'react'
import { subscribeToasts, hasQueuedToasts } from './toast'

/**
 * Brings the drawing part in when the first notice waits for it. Not `React.lazy`: a chunk that does not arrive
 * would take the whole page down; here the notice waits for the next try.
 */
export function ToastOutlet() {
  const [Toaster, setToaster] = useState<ComponentType>()
  useEffect(() => {
    const load = () => {
      if (!hasQueuedToasts()) return
      import('./toaster').then((part) => setToaster(() => part.Toaster)).catch(() => undefined)
    }
    load()
    return subscribeToasts(load)
  }, [])
  return Toaster ? <Toaster /> : null
}
