import { expect, test } from 'vitest'
import { isMobileIos } from './mobile-ios'

const SAFARI = 'AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15'

test.each([
  [`Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${SAFARI}`, 5, true],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${SAFARI}`, 5, true],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${SAFARI}`, 0, false],
  ['Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140 Mobile Safari/537.36', 5, false],
])(
  'tells Apple phones and tablets from other devices: %s, %i touch points',
  (userAgent, maxTouchPoints, isIos) => {
    expect(isMobileIos({ userAgent, maxTouchPoints })).toBe(isIos)
  },
)
