import { ORIGIN, expect, hydrated, test } from '../support/fixtures'
import { SIZES } from '../support/sizes'

// The frame of every public page (rules 2.2). Where its links lead: tests/api/pages/pages.test.ts.

test('on a phone the header stays in sight, clear of what one jumps to, and with the footer leads through the app', async ({
  page,
}) => {
  await page.setViewportSize(SIZES.phone)
  await page.goto('/privacy')
  await hydrated(page)
  const header = page.getByRole('banner')
  await expect(header.getByRole('link', { name: 'Upcoming' })).toBeHidden()
  const article = page.getByRole('main').getByRole('article')
  const last = article.getByRole('navigation').getByRole('link').last()
  const section = article.getByRole('heading', { level: 2, name: (await last.textContent()) ?? '' })
  await last.click()
  await expect(section).toBeInViewport({ ratio: 1 })
  const box = await header.boundingBox()
  expect(box?.y).toBe(0)
  expect((await section.boundingBox())?.y, 'not under the header').toBeGreaterThanOrEqual(box?.height ?? 0)

  await header.getByRole('link', { name: 'Add Event' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Create New Event' })).toBeVisible()
  await header.getByRole('link', { name: /home page/ }).click()
  await page.waitForURL(`${ORIGIN}/`)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms of Use' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms of Use')
  // The page begins at its top, though the end of the one before was in view.
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)

  const more = header.getByRole('button', { name: 'More' })
  const support = header.getByRole('link', { name: 'Support' })
  await more.press('Enter')
  await expect(support).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(support).toBeHidden()
  await expect(more).toBeFocused()
  await more.press('Enter')
  await support.press('Enter')
  await expect(page).toHaveURL(`${ORIGIN}/contacts`)
  await expect(support).toBeHidden()
  // Its page begins at the top, which comes after its address.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Support')

  // With large text a bar that stays would leave little of the page.
  await page.addStyleTag({ content: 'html { font-size: 200% }' })
  await page.mouse.wheel(0, 600)
  await expect(header).not.toBeInViewport()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(SIZES.phone.width)
})

test('the header stands in one row on the smallest phone, in both languages', async ({ page, context }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  for (const lang of ['en', 'pt']) {
    await context.addCookies([{ name: 'lang', value: lang, url: ORIGIN }])
    await page.goto('/')
    await expect(page.locator('html')).toHaveAttribute('lang', lang)
    const tops = await page
      .getByRole('banner')
      .locator('a:visible, button:visible')
      .evaluateAll((parts) =>
        parts.map((part) => {
          const { top, height } = part.getBoundingClientRect()
          return Math.round(top + height / 2)
        }),
      )
    expect(Math.max(...tops) - Math.min(...tops), lang).toBeLessThanOrEqual(2)
  }
})
