import { describe, expect, it } from 'vitest'
import { posterShapes, posterSvg, type PosterSubject } from './poster'

const TAGS =
  'surf music market food art sport family nature tradition nightlife workshop yoga festival none'.split(' ')

/** A strict reading of the little XML a poster uses; returns how many elements it has. */
const countElements = (svg: string): number => {
  const open: string[] = []
  let rest = svg
  let count = 0
  while (rest !== '') {
    const found =
      /^(?:<(\/?)([a-zA-Z]+)((?: [a-zA-Z0-9-]+="[^"<>&]*")*)(\/?)>|(?:[^<>&]|&[a-z#0-9]+;)+)/.exec(rest)
    if (!found) throw new Error(`not a tag: ${rest.slice(0, 60)}`)
    const [tag, closing, name, , selfClosed] = found
    if (closing) expect(open.pop()).toBe(name)
    else if (name !== undefined) {
      count += 1
      if (!selfClosed) open.push(name)
    }
    rest = rest.slice(tag.length)
  }
  expect(open).toEqual([])
  return count
}

const shapesOf = (subject: PosterSubject) => posterShapes(subject, 'p1')
const manyTitles = Array.from({ length: 120 }, (_, index) => `Event ${index}`)

/** The colours above, of many posters that begin at this hour. */
const skies = (hour: number | undefined) =>
  new Set(manyTitles.map((title) => /stop-color="([^"]+)"/.exec(shapesOf({ title, tagKeys: [], hour }))?.[1]))

/** The elements of many posters, without their numbers and colours. */
const motifs = (title: string, ...tagKeys: string[]) =>
  new Set(manyTitles.map((n) => shapesOf({ title: `${title} ${n}`, tagKeys }).replaceAll(/"[^"]*"/g, '')))

describe('posterShapes', () => {
  it('renders the same poster for the same event, and others for other titles', () => {
    const subject = { title: 'Sunset session', tagKeys: ['surf', 'music'] }
    expect(shapesOf(subject)).toBe(shapesOf({ ...subject, tagKeys: [...subject.tagKeys] }))
    expect(new Set(manyTitles.map((title) => shapesOf({ title, tagKeys: ['market'] }))).size).toBe(120)
  })

  it.each(TAGS)('stays well-formed and under 830 bytes for %s', (tag) => {
    for (const title of manyTitles) {
      const shapes = shapesOf({ title, tagKeys: [tag] })
      expect(new TextEncoder().encode(shapes).length).toBeLessThanOrEqual(830)
      expect(countElements(shapes)).toBeGreaterThan(4)
      expect(shapes).not.toMatch(/NaN|undefined|Infinity/)
    }
  })

  it('shows what the first known tags say, in both languages, with accents and capitals', () => {
    expect(motifs('x', 'MÚSICA')).toEqual(motifs('x', 'music'))
    expect(motifs('x', 'zzz', 'música-ao-vivo')).toEqual(motifs('x', 'music'))
    expect(motifs('x', 'zzz')).toEqual(motifs('x'))
  })

  it('has the light of the hour', () => {
    for (const dark of skies(23)) expect(skies(9)).not.toContain(dark)
    expect(skies(undefined).size).toBeGreaterThan(skies(9).size)
  })

  it('has ids that begin with the one given, so that many posters can stand in one page', () => {
    const all = manyTitles.map((title) => posterShapes({ title, tagKeys: ['tradition'] }, 'p2'))
    const tiles = all.find((shapes) => shapes.includes('<pattern')) ?? ''
    const ids = [...tiles.matchAll(/ id="([^"]+)"/g)].map((found) => found[1])
    expect(ids).toEqual(['p2', 'p2m'])
    expect([...tiles.matchAll(/url\(#([^)]+)\)/g)].map((found) => found[1])).toEqual(ids)
  })
})

it('posterSvg is well-formed, and as large as it is asked for', () => {
  const svg = posterSvg({ title: 'x', tagKeys: [] }, { width: 1200, height: 630 })
  expect(countElements(svg)).toBeGreaterThan(4)
  expect(svg).toMatch(/^<svg xmlns="[^"]+" width="1200" height="630" viewBox="0 0 400 250" /)
})
