import { describe, expect, it } from 'vitest'
import { mendedAddress, parseWebUrl, splitAtLinks } from './web-address'

const marked = (text: string) =>
  splitAtLinks(text).map(({ text: part, href }) => (href === undefined ? part : `<${href}>`))

describe('the addresses in a text', () => {
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
    ['ana@www.example.pt, awww.example.pt', ['ana@www.example.pt, awww.example.pt']],
    ['plain', ['plain']],
    ['', []],
    ['https://a.pt,https://b.pt;www.c.pt', ['<https://a.pt>', ',', '<https://b.pt;www.c.pt>']],
    [
      '[x](https://a.pt/a), [y](https://b.pt)z',
      ['[x](', '<https://a.pt/a>', '), [y](', '<https://b.pt>', ')z'],
    ],
    ['见https://a.pt/b。你好', ['见', '<https://a.pt/b>', '。你好']],
    ['（https://a.pt/東京（曖昧））、', ['（', '<https://a.pt/東京（曖昧）>', '）、']],
    ['https://web.archive.org/web/https://a.pt/', ['<https://web.archive.org/web/https://a.pt/>']],
    ['http://[::1]:80/?a[]=1]', ['<http://[::1]:80/?a[]=1>', ']']],
    ['https://a.pt/b\u200B\u00A0c', ['<https://a.pt/b>', '\u200B\u00A0c']],
    ['https://a.pt/b\u200D.', ['<https://a.pt/b>', '\u200D.']],
    ['https://a.pt/b—see', ['<https://a.pt/b>', '—see']],
    ['https://a.pt/it’s', ['<https://a.pt/it’s>']],
  ])('%j', (text, parts) => {
    expect(marked(text)).toEqual(parts)
    expect(splitAtLinks(text).reduce((joined, part) => joined + part.text, '')).toBe(text)
  })

  it.each([...'_~-/=&#+@%$', '(b)', '[b]', '（b）'])('may end in %s', (end) => {
    expect(marked(`https://a.pt/a${end}. x`)).toEqual([`<https://a.pt/a${end}>`, '. x'])
  })

  const ends = `. , ; : ! ? … * ' " ’ ” » > ) ] } | \` \\ — ، ؟ । 。 、 ， ！ ？ ； ： ） 】 」 』 》 ... ?! ). ** !)” ( '.`
  it.each(ends.split(' '))('does not end in %s', (end) => {
    expect(marked(`https://a.pt/a${end}`)).toEqual(['<https://a.pt/a>', end])
  })

  it.each("‘ ’ ' ' ** ** _ _ ~~ ~~ < > [ ] { } „ “ ‹ › ` ` | | 「 」".match(/\S+ \S+/g) ?? [])(
    'stands within %s',
    (around) => {
      const [before, after] = around.split(' ')
      expect(marked(`${before}https://a.pt/a${after}`)).toEqual([before, '<https://a.pt/a>', after])
    },
  )

  it('take no time with what an anonymous client may write', () => {
    for (const part of '( ) ., .x (. https:// ,https:// www. (] \u200D https://a.pt/.'.split(' '))
      expect(splitAtLinks(`https://${part.repeat(20_000)}x`).length).toBeGreaterThan(0)
  })
})

const ID = '0b9cf4a2-6a1e-4a87-9a34-b3f0dd5ac111'

describe('the address of ours that was meant', () => {
  const meant = (path: string) => {
    const mended = mendedAddress(new URL(`https://guide.example${path.replace('ID', ID)}`))
    return mended && (mended.pathname + mended.search + mended.hash).replace(ID, 'ID')
  }

  const ends = `. ) , > ’ ; : ! … * ** ' " ] } » ” 。 、続き ） / /. .) _ ~ - = & + | @ ( )x )%20 \u00A0 \u200B
    %29 %2E %3E %22 %5D %7D %60 %26 %3F %20 %C2%A0 %E2%80%99 %E2%80%A6 %E3%80%82 %E2%80%8B %EF%BB%BF %0D%0A %5C // %2F`
  it.each([
    ...ends.split(/[ \n]+/).map((end) => [`/events/ID${end}`, '/events/ID']),
    ['/events/ID&e=AT0', '/events/ID?e=AT0'],
    ['/events/ID%26e%3DAT0', '/events/ID?e=AT0'],
    ['/events/ID%3Fdate%3D2026-12-01', '/events/ID?date=2026-12-01'],
    ['/events/ID.?date=2026-12-01', '/events/ID?date=2026-12-01'],
    ['/events/ID)&e=AT0?date=2026-12-01#x', '/events/ID?date=2026-12-01&e=AT0#x'],
    ['/events&utm_source=x', '/events?utm_source=x'],
    ['/EVENTS/ID', '/events/ID'],
    [`/events/${ID.toUpperCase()}`, '/events/ID'],
    ['/Week/2026-w49).', '/week/2026-W49'],
    ['/places/ribeira-d-ilhas/', '/places/ribeira-d-ilhas'],
    ['/organisers/surf-club%E2%80%99', '/organisers/surf-club'],
    [`/places/${encodeURI('bar-学校')}).`, `/places/${encodeURI('bar-学校')}`],
    [`/places/${encodeURI('किताब')}.`, `/places/${encodeURI('किताब')}`],
    ['/events/)', '/events'],
    ['/)', '/'],
    ['/&utm_source=x', '/?utm_source=x'],
  ])('%s is %s', (path, address) => {
    expect(meant(path)).toBe(address)
  })

  const kept = `/ /events /events?q=fado. /events/ID /week/2026-W49?tags=surf /places/bar%20do%20mar /places/bar-%C3%B8 /places/caf%C3
    /places/caf%E2%80 /events/%EF%BF%BF /%5C%5Cevil.example /%2F%2Fevil.example/) //[ /events.ics) /events/%0D%0Aset-cookie:x`
  it.each(kept.split(/\s+/))('%s stays as it is', (path) => {
    expect(meant(path)).toBeUndefined()
  })
})

it('a web address is absolute, of the web, and without credentials', () => {
  expect(parseWebUrl('https://example.pt/a')?.href).toBe('https://example.pt/a')
  for (const text of ['plain', 'mailto:a@b.pt', 'https://user:secret@a.pt/'])
    expect(parseWebUrl(text), text).toBeUndefined()
})
