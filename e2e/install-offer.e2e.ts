import { expect, test } from './fixtures'

/** Where each part of the page begins, and where the page ends. */
function places(): number[] {
  const parts = [...document.querySelectorAll('main section, main h1, main h2, main a, footer')]
  return parts.map((part) => Math.round(part.getBoundingClientRect().top + window.scrollY))
}

for (const width of [320, 390, 1280])
  test(`the offer to install moves nothing of the home page at ${width} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/')
    await page.waitForLoadState('networkidle')
    const before = await page.evaluate(places)
    await page.evaluate(() =>
      window.dispatchEvent(
        Object.assign(new Event('beforeinstallprompt'), { prompt: async () => undefined }),
      ),
    )
    await expect(page.getByRole('button', { name: 'Install the guide on this device' })).toBeVisible()
    expect(await page.evaluate(places)).toEqual(before)
  })

for (const locale of ['en-GB', 'pt-PT'])
  test.describe(locale, () => {
    test.use({ locale })

    test('the header stands in one row on the smallest phone', async ({ page }) => {
      await page.setViewportSize({ width: 320, height: 640 })
      await page.goto('/')
      const tops = await page
        .getByRole('banner')
        .locator('a:visible, button:visible')
        .evaluateAll((parts) =>
          parts.map((part) => {
            const { top, height } = part.getBoundingClientRect()
            return Math.round(top + height / 2)
          }),
        )
      expect(Math.max(...tops) - Math.min(...tops)).toBeLessThanOrEqual(2)
    })
  })
