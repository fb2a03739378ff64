import { describe, expect, it } from 'vitest'
import { eventHead, noEventHead, privateEventHead } from './event-head'
import { fado } from '../event.fixture'

const here = { origin: 'https://guide.test', locale: 'en', nowSeconds: fado.start_time } as const

const robotsAfter = (days: number) => {
  const { meta } = eventHead(fado, { ...here, nowSeconds: fado.end_time + days * 86_400 })
  return meta.filter((one) => 'name' in one && one.name === 'robots')
}

describe('the head of an event page', () => {
  it('shows the photo as 1200x630 and the canonical address', () => {
    const { meta, links } = eventHead(fado, here)
    expect(meta).toContainEqual({
      property: 'og:image',
      content: 'https://guide.test/photos/0123456789abcdef-1200x630.jpg',
    })
    expect(links).toEqual([{ rel: 'canonical', href: `https://guide.test/events/${fado.id}` }])
  })

  it('shows a card with its words, edit, day and language where there is no photo', () => {
    const { photo: _photo, ...bare } = fado
    const { meta } = eventHead({ ...bare, revision: 7 }, { ...here, locale: 'pt' })
    const content = `https://guide.test/cards/${fado.id}.png?v=7&date=2026-07-04&lang=pt`
    expect(meta).toContainEqual({ property: 'og:image', content })
    expect(meta).toContainEqual({ name: 'twitter:image', content })
    expect(meta).toContainEqual({ name: 'twitter:card', content: 'summary_large_image' })
  })

  it('is of the day that was chosen, at the address of the event', () => {
    const week = 7 * 86_400
    const next = { start_time: fado.start_time + week, end_time: fado.end_time + week, is_all_day: false }
    const event = {
      ...fado,
      schedules: [{ ...next, start_time: fado.start_time, end_time: fado.end_time }, next],
    }
    const { meta, links } = eventHead(event, { ...here, date: '2026-07-11' })
    expect(meta).toContainEqual({ title: 'Fado na Praça · Jul 11, 2026 · Ericeira Events' })
    expect(meta).toContainEqual({
      'script:ld+json': expect.objectContaining({ startDate: '2026-07-11T21:00:00+01:00' }),
    })
    expect(links).toEqual([{ rel: 'canonical', href: `https://guide.test/events/${fado.id}` }])
    expect(eventHead(event, { ...here, date: '2026-07-12' })).toEqual(eventHead(event, here))
  })

  it.each([
    ['cancelled', 'Cancelled: Fado na Praça'],
    ['moved', 'Moved: Fado na Praça'],
    ['on', 'Fado na Praça'],
  ] as const)('says in title, preview and description that it is %s', (state, title) => {
    const { meta } = eventHead({ ...fado, state, note: 'Ask at the bar' }, here)
    const description = 'Ask at the bar A night of fado. Bring a jacket.'
    expect(meta).toContainEqual({ title: `${title} · Ericeira Events` })
    expect(meta).toContainEqual({ property: 'og:title', content: title })
    expect(meta).toContainEqual({ name: 'twitter:title', content: title })
    expect(meta).toContainEqual({ name: 'description', content: description })
    expect(meta).toContainEqual({ property: 'og:description', content: description })
  })

  it('of what not everybody may see tells neither search engines, link previews nor other sites', () => {
    const { meta, links } = privateEventHead(fado)
    expect(links).toEqual([])
    expect(meta.slice(1)).toEqual([
      { name: 'robots', content: 'noindex' },
      { name: 'referrer', content: 'no-referrer' },
    ])
  })

  it('is hidden from search engines thirty days after the event is over', () => {
    expect(robotsAfter(30)).toEqual([])
    expect(robotsAfter(31)).toEqual([{ name: 'robots', content: 'noindex' }])
  })

  it('is hidden from search engines when there is no event', () => {
    expect(noEventHead(undefined).meta).toContainEqual({ name: 'robots', content: 'noindex' })
  })

  it('describes the page with the first 150 characters of the description, and no half of one', () => {
    const { meta } = eventHead({ ...fado, description: `a\n\nb ${'x'.repeat(145)}👨‍👩‍👧 and more` }, here)
    expect(meta).toContainEqual({ name: 'description', content: `a b ${'x'.repeat(145)}` })
  })
})
