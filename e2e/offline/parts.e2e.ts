import type { Route } from '@playwright/test'
import { expect, hydrated, test } from '../support/fixtures'

test('a button that is pressed before the app has loaded does its work once it has', async ({ page }) => {
  const held: Route[] = []
  let isHeld = true
  await page.route('**/*.js', (route) => (isHeld ? void held.push(route) : route.continue()))
  await page.goto('/login', { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Forgot Password?' }).click()
  isHeld = false
  for (const route of held) await route.continue()
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('an image on the clipboard becomes the photo, and is removed by keyboard', async ({ page }) => {
  await page.goto('/add-event')
  // The form is ready: its draft is open.
  await expect(page.locator('[inert] form')).toHaveCount(0)
  await page.evaluate(async () => {
    const canvas = document.createElement('canvas')
    canvas.width = canvas.height = 40
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'))
    const clipboardData = new DataTransfer()
    if (blob) clipboardData.items.add(new File([blob], 'pasted.png', { type: 'image/png' }))
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
  })
  await expect(page.getByAltText('Preview of your photo')).toBeVisible()
  await page.getByRole('button', { name: 'Remove photo' }).press('Enter')
  await expect(page.getByAltText('Preview of your photo')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Choose a photo' })).toBeFocused()
})

test.describe('a first visit whose worker is not installed yet', () => {
  test.use({ serviceWorkers: 'block' })

  test(
    'says in the guide that a page cannot be fetched, and opens it once there is a network',
    { tag: '@gate' },
    async ({ page, context, consoleErrors }) => {
      await page.goto('/events')
      // Before that a link is the browser's, which has a page of its own for it.
      await hydrated(page)
      await context.setOffline(true)
      await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click()
      const offline = page.getByRole('heading', { level: 1, name: 'You’re offline' })
      await expect(offline).toBeVisible()
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect(offline).toBeVisible()
      await context.setOffline(false)
      await expect(page.getByRole('heading', { level: 1, name: 'Terms' })).toBeVisible()
      // React writes down what a page's error is shown for.
      expect(consoleErrors.splice(0).filter((error) => !error.startsWith('TypeError'))).toEqual([])
    },
  )
})
