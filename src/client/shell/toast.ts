/**
 * Short notices at the top right (spec 2.2). What draws them (sonner, 8 KiB) is loaded with the first notice:
 * `toast-outlet.tsx` waits for it here.
 */
interface ToastOptions {
  description?: string
  /** How long it stays; 4000 unless said otherwise (spec 9). */
  durationMs?: number
}

export interface Toast extends ToastOptions {
  kind: 'success' | 'error'
  title: string
}

export const TOAST_MS = 4000

type Draw = (toast: Toast) => void

const waiting: Toast[] = []
const listeners = new Set<() => void>()
let draw: Draw | undefined

export const toast = {
  success: (title: string, options?: ToastOptions) => show({ kind: 'success', title, ...options }),
  error: (title: string, options?: ToastOptions) => show({ kind: 'error', title, ...options }),
}

function show(one: Toast): void {
  if (draw) return draw(one)
  waiting.push(one)
  for (const listener of listeners) listener()
}

/** Whether a notice waits for something that draws it. */
export function hasQueuedToasts(): boolean {
  return waiting.length > 0
}

export function subscribeToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Draws what waits and what comes; the returned function ends it. */
export function renderToastsWith(drawer: Draw): () => void {
  draw = drawer
  for (const one of waiting.splice(0)) drawer(one)
  return () => {
    draw = undefined
  }
}
