import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { inRouter } from '@tests/support/in-router'
import { OfflineBanner } from '@/client/app/root'
import { useSavedContent } from './page-head'

afterEach(cleanup)

const strip = () => document.querySelector('[aria-live]')?.textContent

const Saved = () => {
  useSavedContent()
  return null
}

it('says that what is seen was saved only over a page that shows something from the device', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const view = render(await inRouter(<OfflineBanner />))
  expect(strip()).toBe('You’re offline. See what’s saved offline')
  view.unmount()
  const other = render(
    await inRouter(
      <>
        <OfflineBanner />
        <Saved />
      </>,
    ),
  )
  expect(strip()).toBe('You’re offline. What you see was saved on this device.')
  other.unmount()
})
