import { afterEach, beforeEach, vi } from 'vitest'

/** After each test of a file, what it has made listen or repeat in the page goes: the page belongs to the files after it, too. */
export function removePageListeners(): void {
  beforeEach(() => {
    vi.spyOn(window, 'addEventListener')
    vi.spyOn(document, 'addEventListener')
    vi.spyOn(globalThis, 'setInterval')
  })
  afterEach(() => {
    for (const [type, listener] of vi.mocked(window.addEventListener).mock.calls)
      window.removeEventListener(type, listener)
    for (const [type, listener] of vi.mocked(document.addEventListener).mock.calls)
      document.removeEventListener(type, listener)
    for (const { value } of vi.mocked(setInterval).mock.results) clearInterval(value as number)
  })
}
