import { describe, expect, it } from 'vitest'
import { mobilePlatform } from './mobile-platform'

const on = (userAgent: string, { maxTouchPoints = 5, isInstalled = false } = {}) =>
  mobilePlatform({ userAgent, maxTouchPoints, isInstalled })

describe('the mobile banner', () => {
  it('knows an iPad that says it is a Mac by its touch screen', () => {
    const mac =
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.1 Safari/605.1.15'
    expect(on(mac)).toBe('none')
    expect(on(mac, { maxTouchPoints: 0 })).toBe('other')
  })
})
