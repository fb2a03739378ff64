import { createElement, useEffect, useState, type ComponentType } from 'react'
import { createListeners } from '@/offline/platform/change-notifier'

/** Their renderer (sonner, 8 KiB) is loaded with the first toast (rules 2.2): until then they are queued. */
interface ToastOptions {
  description?: string
  /** How long it stays; by default 4000, and 5000 for an error (rules 9). */
  durationMs?: number
  action?: { label: string; onPress: () => void }
}

export interface Toast extends ToastOptions {
  kind: 'success' | 'error'
  title: string
}

export const TOAST_MS = 4000
const ERROR_MS = 5000

type RenderToast = (toast: Toast) => void

const queue: Toast[] = []
const listeners = createListeners()

let renderToast: RenderToast | undefined

export const toast = {
  success: (title: string, options?: ToastOptions) => show({ kind: 'success', title, ...options }),
  error: (title: string, options?: ToastOptions) =>
    show({ kind: 'error', title, durationMs: ERROR_MS, ...options }),
}

function show(one: Toast): void {
  if (renderToast) return renderToast(one)
  queue.push(one)
  listeners.notify()
}

export function renderToastsWith(render: RenderToast): () => void {
  renderToast = render
  for (const one of queue.splice(0)) render(one)
  return () => {
    renderToast = undefined
  }
}

/** With `React.lazy` a chunk that fails to load would reach the error boundary; here the toast stays queued for the next try. */
export function ToastOutlet(props: { isBelow?: boolean }) {
  const [Toaster, setToaster] = useState<ComponentType<{ isBelow?: boolean }>>()
  useEffect(() => {
    const load = () => {
      if (queue.length > 0)
        import('./toaster').then((part) => setToaster(() => part.Toaster)).catch(() => undefined)
    }
    load()
    return listeners.subscribe(load)
  }, [])
  return Toaster ? createElement(Toaster, props) : null
}
