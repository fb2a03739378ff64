import { describe, expect, it } from 'vitest'
import { eventHead, noEventHead, shortened } from './event-head'
import { fado } from './event.fixture'

const here = { origin: 'https://guide.test', locale: 'en' } as const

describe('the head of an event page', () => {
  it('shows the photo as 1200x630 and the canonical address', () => {
    const { meta, links } = eventHead(fado, here)
    expect(meta).toContainEqual({
      property: 'og:image',
      content: 'https://guide.test/photos/0123456789abcdef-1200x630.webp',
    })
    expect(links).toEqual([{ rel: 'canonical', href: `https://guide.test/events/${fado.id}` }])
  })

  it('is hidden from search engines when there is no event', () => {
    expect(noEventHead(undefined).meta).toContainEqual({ name: 'robots', content: 'noindex' })
  })

  it('describes the page with the first 150 characters of the description', () => {
    expect(shortened('a\n\nb')).toBe('a b')
    expect(shortened('🌊'.repeat(200))).toBe('🌊'.repeat(150))
  })
})
