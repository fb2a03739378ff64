import { describe, expect, it } from 'vitest'
import { keysFrom } from '@/server/http/auth/signed-token'
import { createEventLinks } from './event-links'

const EVENT = '00000000-0000-4000-8000-000000000001'
const OTHER = '00000000-0000-4000-8000-000000000002'
const NOW = 1_781_517_600
const DAYS_90 = 90 * 86_400
const links = createEventLinks(keysFrom('a secret of the tests that is long enough'))
const token = links.tokenOf(EVENT, NOW)

describe('the token of an event', () => {
  it('opens that event and no other, for ninety days', () => {
    expect(links.opens(token, OTHER, NOW)).toBe(false)
    expect(links.opens(token, EVENT, NOW + DAYS_90)).toBe(true)
    expect(links.opens(token, EVENT, NOW + DAYS_90 + 1)).toBe(false)
  })

  it('does not open it for longer when somebody writes another day into it', () => {
    const [, signature] = token.split('.')
    const later = (NOW + 2 * DAYS_90).toString(36)
    expect(links.opens(`${later}.${signature}`, EVENT, NOW)).toBe(false)
    expect(links.opens(`0${token}`, EVENT, NOW)).toBe(false)
  })

  it.each(['', 'x', '.', token.slice(1), token.split('.')[0] ?? '', `${token}\n`, 'é'.repeat(50)])(
    'is not %j',
    (wrong) => {
      expect(links.opens(wrong, EVENT, NOW)).toBe(false)
    },
  )

  it('is worth nothing under another secret', () => {
    const other = createEventLinks(keysFrom('another secret of the tests, long enough'))
    expect(other.opens(other.tokenOf(EVENT, NOW), EVENT, NOW)).toBe(true)
    expect(other.opens(token, EVENT, NOW)).toBe(false)
  })
})
