import { useEffect, useState } from 'react'
import type { ComponentType } from 'react'
import { subscribeToasts, hasQueuedToasts } from './toast'

/**
 * Loads the toaster when the first toast is queued. Not `React.lazy`: a chunk that fails to load would reach the error
 * boundary; here the toast stays queued for the next try.
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
