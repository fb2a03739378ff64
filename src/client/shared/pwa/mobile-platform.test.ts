import { describe, expect, it } from 'vitest'
import { mobilePlatform } from './mobile-platform'

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const on = (userAgent: string, { maxTouchPoints = 5, isInstalled = false } = {}) =>
  mobilePlatform({ userAgent, maxTouchPoints, isInstalled })

describe('the mobile banner', () => {
  it('is not shown in iOS Safari', () => {
    expect(on(`${IPHONE} Version/18.1 Mobile/15E148 Safari/604.1`)).toBe('none')
  })

  it('knows an iPad that says it is a Mac by its touch screen', () => {
    const mac =
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.1 Safari/605.1.15'
    expect(on(mac)).toBe('none')
    expect(on(mac, { maxTouchPoints: 0 })).toBe('other')
  })

  it('is not shown in the installed app', () => {
    expect(on('Mozilla/5.0 (Linux; Android 15) Chrome/131.0 Mobile', { isInstalled: true })).toBe('none')
  })
})
