import { afterEach, expect, test, vi } from 'vitest'
import { saveFile } from './save-file'

afterEach(() => void vi.useRealTimers())

test('a file is there for as long as a browser may need to ask where to, and takes no memory after that', () => {
  vi.useFakeTimers()
  const urls = new Set<string>()
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => {
    urls.add('blob:file')
    return 'blob:file'
  })
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation((url) => void urls.delete(url))
  const clicked: { name: string; href: string; isInDocument: boolean }[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    clicked.push({ name: this.download, href: this.href, isInDocument: this.isConnected })
  })
  saveFile(new Blob(['codes']), 'codes.txt')
  expect(clicked).toEqual([{ name: 'codes.txt', href: 'blob:file', isInDocument: true }])
  expect(document.querySelector('a')).toBeNull()
  vi.advanceTimersByTime(30_000)
  expect([...urls], 'iOS asks first').toEqual(['blob:file'])
  vi.advanceTimersByTime(3_600_000)
  expect([...urls]).toEqual([])
})
