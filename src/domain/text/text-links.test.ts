import { expect, it } from 'vitest'
import { splitAtLinks } from './plain-text'

it.each([
  ['Tickets: https://example.pt/a.', ['Tickets: ', '<https://example.pt/a>', '.']],
  ['www.example.pt, or http://x.pt!', ['<https://www.example.pt>', ', or ', '<http://x.pt>', '!']],
  [
    '(see https://pt.wikipedia.org/wiki/Fado_(music))',
    ['(see ', '<https://pt.wikipedia.org/wiki/Fado_(music)>', ')'],
  ],
  ['https://a.pt\nhttps://b.pt/?q=1&r=ã', ['<https://a.pt>', '\n', '<https://b.pt/?q=1&r=ã>']],
  ['«https://a.pt»', ['«', '<https://a.pt>', '»']],
  ['javascript:alert(1) ftp://a.pt https://', ['javascript:alert(1) ftp://a.pt https://']],
  ['https://user:secret@a.pt/', ['https://user:secret@a.pt/']],
  ['plain', ['plain']],
  ['', []],
])('%j', (text, parts) => {
  const split = splitAtLinks(text)
  expect(split.map(({ text: part, href }) => (href === undefined ? part : `<${href}>`))).toEqual(parts)
  expect(split.map((part) => part.text).join('')).toBe(text)
})

it('takes its time with nothing that an anonymous client may write', () => {
  const text = `https://${'('.repeat(500)}${'.,'.repeat(250)}`
  expect(
    splitAtLinks(text)
      .map((part) => part.text)
      .join(''),
  ).toBe(text)
})
