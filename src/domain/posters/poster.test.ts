import { describe, expect, it } from 'vitest'
import { posterShapes, posterSvg } from './poster'
import type { PosterSubject } from './poster'

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

const shapesOf = (subject: PosterSubject) => posterShapes(subject, 'p1')

/** Seven discs are the rings and notes of the music poster, and of no other. */
const countCircles = (tagKeys: string[]) => shapesOf({ title: 'x', tagKeys }).split('<circle').length - 1

const manyTitles = Array.from({ length: 120 }, (_, index) => `Event number ${index}`)

/** The colours above, of many posters that begin at this hour. */
const skies = (hour: number | undefined) =>
  new Set(manyTitles.map((title) => /stop-color="([^"]+)"/.exec(shapesOf({ title, tagKeys: [], hour }))?.[1]))

/** The parts of a poster that are seen at a glance: the sky, which side, how near. */
const glance = (title: string) => {
  const shapes = shapesOf({ title, tagKeys: ['music'], hour: 20 })
  return /stop-color="([^"]+)"/.exec(shapes)?.[1] + String(/matrix\((\S+)/.exec(shapes)?.[1])
}

describe('posterShapes', () => {
  it('renders the same poster for the same event', () => {
    const subject = { title: 'Sunset session', tagKeys: ['surf', 'music'] }
    expect(shapesOf(subject)).toBe(shapesOf({ ...subject, tagKeys: [...subject.tagKeys] }))
  })

  it('renders other posters for other titles', () => {
    const rendered = new Set(manyTitles.map((title) => shapesOf({ title, tagKeys: ['market'] })))
    expect(rendered.size).toBe(manyTitles.length)
  })

  it.each(families)('stays well-formed and under 830 bytes for %s', (family) => {
    for (const title of manyTitles) {
      const shapes = shapesOf({ title, tagKeys: [family] })
      expect(new TextEncoder().encode(shapes).length).toBeLessThanOrEqual(830)
      expect(countElements(shapes)).toBeGreaterThan(5)
      expect(shapes).not.toMatch(/NaN|undefined|Infinity/)
    }
  })

  it('knows the families in Portuguese, with accents and in capitals', () => {
    expect(countCircles(['MÚSICA'])).toBe(7)
    expect(countCircles(['música-ao-vivo'])).toBe(7)
    expect(countCircles(['feira'])).toBe(0)
  })

  it('renders the sea for an event without tags or with unknown ones', () => {
    for (const tagKeys of [[], ['zzz'], ['', '-']]) {
      expect(shapesOf({ title: 'Something', tagKeys }).match(/V250H0z/g)).toHaveLength(3)
    }
  })

  it('shows one of the first two tags that it knows', () => {
    const tagKeys = ['unheard', 'music', 'surf', 'market']
    const shown = manyTitles.map((title) => shapesOf({ title, tagKeys }).split('<circle').length - 1)
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
    const shapes = shapesOf({ title: '"><script>alert(1)</script>&', tagKeys: ['<art>', '"on="'] })
    expect(shapes).not.toMatch(/script|alert/)
    expect(countElements(shapes)).toBeGreaterThan(5)
  })

  it('has ids that begin with the one given, so that many posters can stand in one page', () => {
    const shapes = posterShapes({ title: 'x', tagKeys: ['tradition'] }, 'p2')
    const ids = [...shapes.matchAll(/ id="([^"]+)"/g)].map((found) => found[1])
    expect(ids).toEqual(['p2', 'p2m'])
    expect([...shapes.matchAll(/url\(#([^)]+)\)/g)].map((found) => found[1])).toEqual(ids)
  })
})

it('posterSvg is well-formed, and as large as it is asked for', () => {
  const svg = posterSvg({ title: 'x', tagKeys: [] }, { width: 1200, height: 630 })
  expect(countElements(svg)).toBeGreaterThan(5)
  expect(svg).toMatch(/^<svg xmlns="[^"]+" width="1200" height="630" viewBox="0 0 400 250" /)
})
