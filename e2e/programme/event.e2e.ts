import { ORIGIN, asAdmin, expect, hydrated, test } from '../support/fixtures'
import { photoOf, publishEvent } from '../support/published-event'
import { SIZES } from '../support/sizes'

// One event (rules 2.6). What its page and its head say: tests/api/pages/pages.test.ts; how it fails and is shared: event-page.test.tsx. How its
// dates are worded, its map and its photos have files of their own.

const DESCRIPTION = `Guitars and fado while the sun goes down over the sea.\n\nBring a blanket: it gets windy.\n${'Every seat has a view of the bay. '.repeat(8)}`

test('on a phone an event is read, and its link shared and copied', async ({ page, context }) => {
  await page.setViewportSize(SIZES.phone)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const shared: unknown[] = []
  await page.exposeFunction('onShared', (content: unknown) => void shared.push(content))
  await page.addInitScript(() => {
    const { onShared } = window as unknown as { onShared: (content: unknown) => Promise<void> }
    Object.defineProperty(navigator, 'share', { value: onShared })
  })
  const title = `Sunset & fado <live> ${Date.now()}`
  const id = await publishEvent({ title, description: DESCRIPTION })
  await page.goto(`/events/${id}`)
  await hydrated(page)
  const article = page.getByRole('main').getByRole('article')
  await expect(article.getByRole('heading', { level: 1 })).toHaveText(title)
  const about = article.locator('section').filter({
    has: page.getByRole('heading', { name: 'About this event' }),
  })
  const text = await about.evaluate((section) => (section as HTMLElement).innerText)
  expect(text, 'line breaks are kept').toContain('sea.\n\nBring a blanket: it gets windy.\nEvery')

  await page.getByRole('button', { name: 'Share' }).click()
  await expect
    .poll(() => shared)
    .toEqual([{ title, text: expect.stringContaining(DESCRIPTION.trim()), url: `${ORIGIN}/events/${id}` }])
  await expect(page.getByRole('tooltip')).toHaveCount(0)
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByRole('tooltip', { name: 'Link copied!' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${ORIGIN}/events/${id}`)
  await expect(page.getByRole('tooltip')).toBeHidden()
  await asAdmin(`/backoffice/events/${id}`, { method: 'DELETE' })
})

test('Back closes the photo and stays on the page, and no way of closing it leaves an entry behind', async ({
  page,
}) => {
  await page.setViewportSize(SIZES.phone)
  const word = `back${Date.now()}`
  const title = `Photo & ${word}`
  await publishEvent({ title, photo: await photoOf(1600, 900) })
  // Its day has events of other journeys, more than a page may hold.
  const list = `/events?q=${word}`
  await page.goto(list)
  await hydrated(page)
  await page.getByRole('link', { name: title }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  const address = page.url()
  const dialog = page.getByRole('dialog')
  const photo = page.getByRole('link', { name: 'View full-size photo' })
  const closings: Record<string, () => Promise<unknown>> = {
    Back: () => page.evaluate(() => history.back()),
    Escape: () => page.keyboard.press('Escape'),
    'the close button': () => dialog.getByRole('button', { name: 'Close' }).click(),
  }
  for (const [way, close] of Object.entries(closings)) {
    await photo.click()
    await expect(dialog, way).toBeVisible()
    await close()
    await expect(dialog, way).toHaveCount(0)
    await expect(page).toHaveURL(address)
    await expect(photo, way).toBeFocused()
  }

  await test.step('an open photo is open still when the page is loaded again', async () => {
    await photo.click()
    await expect(dialog).toBeVisible()
    await page.reload()
    await expect(dialog).toBeVisible()
    await page.evaluate(() => history.back())
    await expect(dialog).toHaveCount(0)
  })

  await page.evaluate(() => history.back())
  await expect(page).toHaveURL(list)
})
