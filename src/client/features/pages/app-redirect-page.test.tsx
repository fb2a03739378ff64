import { pageOf } from '@tests/support/page-of'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { inRouter } from '@tests/support/in-router'
import { SITE } from '@/site/site'
import { Route } from './app-redirect-route'

const AppRedirectPage = pageOf(Route)

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'

/** Opens the address of posters; the timers stand still from then on. */
async function open() {
  const replace = vi.spyOn(window.location, 'replace').mockReturnValue(undefined)
  render(await inRouter(<AppRedirectPage />))
  return { replace, pass: (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms)) }
}

const isRedirecting = () => screen.queryByText('Redirecting...') !== null

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

it('the address of posters leads an iPhone to the app store', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(IPHONE)
  const { replace, pass } = await open()
  await pass(100)
  expect(replace).toHaveBeenCalledWith(SITE.appStoreUrl)
  expect(isRedirecting()).toBe(true)
})
