import { ORIGIN, asAdmin, expect, hydrated, test } from '../support/fixtures'
import { photoOf, publishEvent } from '../support/published-event'
import { SIZES } from '../support/sizes'

// One event (spec 2.6). What its page and its head say: tests/api/pages/pages.test.ts; how it fails and is shared: event-page.test.tsx. How its
// dates are worded, its map and its photos have files of their own.

const DESCRIPTION = `Guitars and fado while the sun goes down over the sea.\n\nBring a blanket: it gets windy.\n${'Every seat has a view of the bay. '.repeat(8)}`

test(
  'on a phone an event is read, its photo opened in full, and its link shared and copied',
  { tag: '@gate' },
  async ({ page, context }) => {
    await page.setViewportSize(SIZES.phone)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const shared: unknown[] = []
    await page.exposeFunction('onShared', (content: unknown) => void shared.push(content))
    await page.addInitScript(() => {
      const { onShared } = window as unknown as { onShared: (content: unknown) => Promise<void> }
      Object.defineProperty(navigator, 'share', { value: onShared })
    })
    const title = `Sunset & fado <live> ${Date.now()}`
    const id = await publishEvent({ title, description: DESCRIPTION, photo: await photoOf(1600, 900) })
    await page.goto(`/events/${id}`)
    await hydrated(page)
    const article = page.getByRole('main').getByRole('article')
    await expect(article.getByRole('heading', { level: 1 })).toHaveText(title)
    const about = article.locator('section').filter({
      has: page.getByRole('heading', { name: 'About this event' }),
    })
    const text = await about.evaluate((section) => (section as HTMLElement).innerText)
    expect(text, 'line breaks are kept').toContain('sea.\n\nBring a blanket: it gets windy.\nEvery')

    const photo = page.getByRole('link', { name: 'View full-size photo' })
    await photo.click()
    const dialog = page.getByRole('dialog')
    const image = dialog.getByRole('img', { name: `Photo of ${title}` })
    await expect(image).toBeInViewport({ ratio: 1 })
    await expect(image).toHaveJSProperty('complete', true)
    const { width, height } = (await image.boundingBox()) ?? { width: 0, height: 1 }
    expect(width / height, 'not cut').toBeCloseTo(16 / 9, 1)
    await expect(dialog.getByRole('button', { name: 'Close' })).toBeInViewport({ ratio: 1 })
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(photo).toBeFocused()
    await photo.press('Enter')
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(photo).toBeFocused()

    await page.getByRole('button', { name: 'Share' }).click()
    await expect
      .poll(() => shared)
      .toEqual([{ title, text: DESCRIPTION.trim(), url: `${ORIGIN}/events/${id}` }])
    await expect(page.getByRole('tooltip')).toHaveCount(0)
    await page.getByRole('button', { name: 'Copy link' }).click()
    await expect(page.getByRole('tooltip', { name: 'Link copied!' })).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${ORIGIN}/events/${id}`)
    await expect(page.getByRole('tooltip')).toBeHidden()
    await asAdmin(`/backoffice/events/${id}`, { method: 'DELETE' })
  },
)
