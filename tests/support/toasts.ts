import { afterEach, beforeEach } from 'vitest'
import { renderToastsWith, type Toast } from '@/client/shared/notifications/toast'

/** The toasts of each test, as `read` gives them; called once, at the top of a file. */
export function collectToasts<T>(read: (toast: Toast) => T): T[] {
  const toasts: T[] = []
  let end: () => void
  beforeEach(() => {
    toasts.length = 0
    end = renderToastsWith((toast) => toasts.push(read(toast)))
  })
  afterEach(() => end())
  return toasts
}
