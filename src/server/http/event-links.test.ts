import { describe, expect, it } from 'vitest'
import { keysFrom } from './derived-key'
import { createEventLinks } from './event-links'

const EVENT = '00000000-0000-4000-8000-000000000001'
const OTHER = '00000000-0000-4000-8000-000000000002'
const links = createEventLinks(keysFrom('a secret of the tests that is long enough'))

describe('the token of an event', () => {
  it('opens that event and no other', () => {
    const token = links.tokenOf(EVENT)
    expect(links.opens(token, EVENT)).toBe(true)
    expect(links.opens(token, OTHER)).toBe(false)
  })

  it.each(['', 'x', links.tokenOf(EVENT).slice(1), `${links.tokenOf(EVENT)}=`, 'é'.repeat(43)])(
    'is not %j',
    (token) => {
      expect(links.opens(token, EVENT)).toBe(false)
    },
  )

  it('is worth nothing under another secret', () => {
    const other = createEventLinks(keysFrom('another secret of the tests, long enough'))
    expect(other.opens(links.tokenOf(EVENT), EVENT)).toBe(false)
  })
})
