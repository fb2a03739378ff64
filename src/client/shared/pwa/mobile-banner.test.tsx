import { act, cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { inRouter } from '@tests/support/in-router'
import { SITE } from '@/site/site'
import { MobileBanner } from '@/client/shared/layout/bottom-banners'

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const ANDROID =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/138.0.0.0 Mobile Safari/537.36'

/** The banner in the browser as it is. */
async function renderAgain() {
  render(await inRouter(<MobileBanner />))
  return screen.queryByRole('region', { name: 'Mobile app' })
}

/** The banner in this browser, at a later visit; null where there is none. */
async function renderIn(userAgent: string, cookie = 'visited') {
  document.cookie = `mobile-banner=${cookie};path=/`
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent)
  return renderAgain()
}

afterEach(() => {
  cleanup()
  document.cookie = 'mobile-banner=;path=/;max-age=-1'
  sessionStorage.clear()
  act(() => window.dispatchEvent(new Event('appinstalled')))
})

describe('the banner at the bottom of a phone', () => {
  it.each([
    [
      'Chrome on an iPhone',
      `${IPHONE} CriOS/138.0.7204.119 Mobile/15E148 Safari/604.1`,
      'Get the iOS app for a better experience!',
      SITE.appStoreUrl,
    ],
    ['Chrome on Android', ANDROID, 'Android app coming soon! Stay tuned for updates.', undefined],
    [
      'another browser',
      'Mozilla/5.0 (Mobile; rv:128.0) Gecko/128.0 Firefox/128.0',
      'Download our mobile app for a better experience!',
      '/download',
    ],
  ])('says what there is for %s', async (_name, userAgent, text, leadsTo) => {
    const banner = await renderIn(userAgent)
    expect(banner?.textContent).toContain(text)
    const way = banner && within(banner).queryByRole('link', { name: 'Download' })
    expect(way?.getAttribute('href')).toBe(leadsTo)
  })

  it('waits for the second visit', async () => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(ANDROID)
    expect(await renderAgain()).toBeNull()
    cleanup()
    expect(await renderAgain(), 'another page of the visit').toBeNull()
    cleanup()
    sessionStorage.clear()
    expect(await renderAgain(), 'the next visit').not.toBeNull()
  })

  it('does not say that an app is to come beside the button that installs it', async () => {
    act(() => {
      window.dispatchEvent(Object.assign(new Event('beforeinstallprompt'), { prompt: async () => undefined }))
    })
    const banner = await renderIn(ANDROID)
    expect(banner?.textContent).toContain('Download our mobile app for a better experience!')
    expect(banner && within(banner).getByRole('button', { name: 'Install' })).toBeTruthy()
  })
})
