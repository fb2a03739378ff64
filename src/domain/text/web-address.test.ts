import { afterEach, expect, it } from 'vitest'
import { parseWebUrl } from './web-address'

const native = Object.getOwnPropertyDescriptor(URL, 'canParse')
afterEach(() => {
  if (native) Object.defineProperty(URL, 'canParse', native)
})

it('a web address is known in Safari 16 and Chrome 110, too', () => {
  Reflect.deleteProperty(URL, 'canParse')
  expect(parseWebUrl('https://example.pt/a')?.href).toBe('https://example.pt/a')
  for (const text of ['plain', 'mailto:a@b.pt', 'https://user:secret@a.pt/'])
    expect(parseWebUrl(text), text).toBeUndefined()
})
