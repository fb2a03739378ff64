import { expect, it } from 'vitest'
import { parseWebUrl } from './plain-text'

it('a web address is absolute, of the web, and without credentials', () => {
  expect(parseWebUrl('https://example.pt/a')?.href).toBe('https://example.pt/a')
  for (const text of ['plain', 'mailto:a@b.pt', 'https://user:secret@a.pt/'])
    expect(parseWebUrl(text), text).toBeUndefined()
})
