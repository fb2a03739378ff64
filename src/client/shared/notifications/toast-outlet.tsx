import { useEffect, useState } from 'react'
import type { ComponentProps, ComponentType } from 'react'
import { subscribeToasts, hasQueuedToasts } from './toast'
import type { Toaster as AnyToaster } from './toaster'

/** With `React.lazy` a chunk that fails to load would reach the error boundary; here the toast stays queued for the next try. */
export function ToastOutlet(props: ComponentProps<typeof AnyToaster>) {
  const [Toaster, setToaster] = useState<ComponentType<ComponentProps<typeof AnyToaster>>>()
  useEffect(() => {
    const load = () => {
      if (!hasQueuedToasts()) return
      import('./toaster').then((part) => setToaster(() => part.Toaster)).catch(() => undefined)
    }
    load()
    return subscribeToasts(load)
  }, [])
  return Toaster ? <Toaster {...props} /> : null
}
