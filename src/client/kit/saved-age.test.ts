import { describe, expect, it } from 'vitest'
import { savedAge } from './saved-age'

const NOW = Date.UTC(2026, 10, 20, 12)
const minutesAgo = (minutes: number) => savedAge(NOW - minutes * 60_000, NOW)

describe('the age of what is shown from the device', () => {
  it('counts in the largest unit that fits', () => {
    expect(minutesAgo(0.9)).toEqual({ unit: 'now' })
    expect(minutesAgo(1)).toEqual({ unit: 'minutes', count: 1 })
    expect(minutesAgo(59.9)).toEqual({ unit: 'minutes', count: 59 })
    expect(minutesAgo(125)).toEqual({ unit: 'hours', count: 2 })
    expect(minutesAgo(24 * 60)).toEqual({ unit: 'days', count: 1 })
  })

  it('is now when the clock of the device was set back', () => {
    expect(minutesAgo(-500)).toEqual({ unit: 'now' })
  })
})
