import { describe, expect, it } from 'vitest'

import { timeOrderedId } from '@/server/platform/database/accounts/activities'

describe('a time-ordered id', () => {
  it('sorts as it was made, also ten thousand within a millisecond, and after a clock that is set back', () => {
    const now = Date.now() + 1000
    const ids = Array.from({ length: 10_000 }, () => timeOrderedId(now))
    ids.push(timeOrderedId(now - 60_000), timeOrderedId(now + 10))
    expect(ids.toSorted()).toEqual(ids)
    expect(new Set(ids).size).toBe(ids.length)
  })
})
