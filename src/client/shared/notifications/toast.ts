import { createListeners } from '@/offline/platform/change-notifier'

/** Their renderer (sonner, 8 KiB) is loaded with the first toast (rules 2.2): until then they are queued. */
interface ToastOptions {
  description?: string
  /** The page lists all of it: the first lines will do here. */
  isBrief?: boolean
  /** How long it stays; 4000 by default (rules 9). */
  durationMs?: number
  action?: { label: string; onPress: () => void }
}

export interface Toast extends ToastOptions {
  kind: 'success' | 'error'
  title: string
}

export const TOAST_MS = 4000

type RenderToast = (toast: Toast) => void

const queue: Toast[] = []
const listeners = createListeners()

export const subscribeToasts = listeners.subscribe
let renderToast: RenderToast | undefined

export const toast = {
  success: (title: string, options?: ToastOptions) => show({ kind: 'success', title, ...options }),
  error: (title: string, options?: ToastOptions) => show({ kind: 'error', title, ...options }),
}

function show(one: Toast): void {
  if (renderToast) return renderToast(one)
  queue.push(one)
  listeners.notify()
}

export function hasQueuedToasts(): boolean {
  return queue.length > 0
}

export function renderToastsWith(render: RenderToast): () => void {
  renderToast = render
  for (const one of queue.splice(0)) render(one)
  return () => {
    renderToast = undefined
  }
}
