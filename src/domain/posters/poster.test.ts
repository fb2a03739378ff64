import { describe, expect, it } from 'vitest'
import { posterSvg } from '@/domain/posters/poster'

const families = [
  'surf',
  'music',
  'market',
  'food',
  'art',
  'sport',
  'family',
  'nature',
  'tradition',
  'nightlife',
  'workshop',
  'community',
  'no-such-tag',
]

/** A strict reading of the little XML a poster uses; returns how many elements it has. */
const countElements = (svg: string): number => {
  const open: string[] = []
  let rest = svg
  let count = 0
  while (rest !== '') {
    const found = /^<(\/?)([a-zA-Z]+)((?: [a-zA-Z0-9-]+="[^"<>&]*")*)(\/?)>/.exec(rest)
    if (!found) throw new Error(`not a tag: ${rest.slice(0, 60)}`)
    const [tag, closing, name = '', , selfClosed] = found
    if (closing) expect(open.pop()).toBe(name)
    else {
      count += 1
      if (!selfClosed) open.push(name)
    }
    rest = rest.slice(tag.length)
  }
  expect(open).toEqual([])
  return count
}

/** Seven discs are the rings and notes of the music poster, and of no other. */
const countCircles = (tagKeys: string[]) => posterSvg({ title: 'x', tagKeys }).split('<circle').length - 1

const manyTitles = Array.from({ length: 120 }, (_, index) => `Event number ${index}`)

/** The colours above, of many posters that begin at this hour. */
const skies = (hour: number | undefined) =>
  new Set(
    manyTitles.map((title) => /stop-color="([^"]+)"/.exec(posterSvg({ title, tagKeys: [], hour }))?.[1]),
  )

/** The parts of a poster that are seen at a glance: the sky, which side, how near. */
const glance = (title: string) => {
  const svg = posterSvg({ title, tagKeys: ['music'], hour: 20 })
  return /stop-color="([^"]+)"/.exec(svg)?.[1] + String(/matrix\((\S+)/.exec(svg)?.[1])
}

describe('posterSvg', () => {
  it('renders the same poster for the same event', () => {
    const subject = { title: 'Sunset session', tagKeys: ['surf', 'music'] }
    expect(posterSvg(subject)).toBe(posterSvg({ ...subject, tagKeys: [...subject.tagKeys] }))
  })

  it('renders other posters for other titles', () => {
    const rendered = new Set(manyTitles.map((title) => posterSvg({ title, tagKeys: ['market'] })))
    expect(rendered.size).toBe(manyTitles.length)
  })

  it.each(families)('stays well-formed and under 950 bytes for %s', (family) => {
    for (const title of manyTitles) {
      const svg = posterSvg({ title, tagKeys: [family] })
      expect(new TextEncoder().encode(svg).length).toBeLessThanOrEqual(950)
      expect(countElements(svg)).toBeGreaterThan(5)
      expect(svg).not.toMatch(/NaN|undefined|Infinity/)
    }
  })

  it('knows the families in Portuguese, with accents and in capitals', () => {
    expect(countCircles(['MÚSICA'])).toBe(7)
    expect(countCircles(['música-ao-vivo'])).toBe(7)
    expect(countCircles(['feira'])).toBe(0)
  })

  it('renders the sea for an event without tags or with unknown ones', () => {
    for (const tagKeys of [[], ['zzz'], ['', '-']]) {
      expect(posterSvg({ title: 'Something', tagKeys }).match(/V250H0z/g)).toHaveLength(3)
    }
  })

  it('shows one of the first two tags that it knows', () => {
    const tagKeys = ['unheard', 'music', 'surf', 'market']
    const shown = manyTitles.map((title) => posterSvg({ title, tagKeys }).split('<circle').length - 1)
    expect(new Set(shown)).toEqual(new Set([7, 1]))
    expect(countCircles(['unheard', 'music'])).toBe(7)
  })

  it('has the light of the hour', () => {
    for (const dark of skies(23)) expect(skies(9)).not.toContain(dark)
    expect(skies(undefined).size).toBeGreaterThan(skies(9).size)
  })

  it('hardly ever looks like its neighbour of the same tag at the same hour', () => {
    const alike = manyTitles.filter((title, index) => glance(title) === glance(manyTitles[index + 1] ?? ''))
    expect(alike.length / manyTitles.length).toBeLessThan(0.1)
  })

  it('puts nothing of the title into the picture, however hostile', () => {
    const svg = posterSvg({ title: '"><script>alert(1)</script>&', tagKeys: ['<art>', '"on="'] })
    expect(svg).not.toMatch(/script|alert/)
    expect(countElements(svg)).toBeGreaterThan(5)
  })

  it('uses ids of its own, so that many posters can stand in one page', () => {
    const ids = manyTitles.flatMap((title) =>
      [...posterSvg({ title, tagKeys: ['tradition'] }).matchAll(/ id="([^"]+)"/g)].map((found) => found[1]),
    )
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('carries a size when one is given, and none when not', () => {
    expect(posterSvg({ title: 'x', tagKeys: [], width: 1200, height: 630 })).toContain(
      ' width="1200" height="630"',
    )
    expect(posterSvg({ title: 'x', tagKeys: [] })).not.toContain(' width="')
  })
})
