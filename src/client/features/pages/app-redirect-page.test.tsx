import { pageOf } from '@tests/support/page-of'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { inRouter } from '@tests/support/in-router'
import { SITE } from '@/site/site'
import { Route } from './app-redirect-route'

const AppRedirectPage = pageOf(Route)

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

it('the address of posters leads an iPhone to the app store', async () => {
  vi.useFakeTimers()
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(IPHONE)
  const replace = vi.spyOn(window.location, 'replace').mockReturnValue(undefined)
  render(await inRouter(<AppRedirectPage />))
  await act(() => vi.advanceTimersByTimeAsync(100))
  expect(replace).toHaveBeenCalledWith(SITE.appStoreUrl)
  expect(screen.getByText('Redirecting...')).toBeDefined()
})
