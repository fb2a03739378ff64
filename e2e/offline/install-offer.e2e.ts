import { expect, hydrated, test } from '../support/fixtures'

/** Returns where each part of the page begins, and where the page ends. */
function places(): number[] {
  const parts = [...document.querySelectorAll('main section, main h1, main h2, main a, footer')]
  return parts.map((part) => Math.round(part.getBoundingClientRect().top + window.scrollY))
}

test('the offer to install moves nothing of the home page, from the smallest phone to a laptop', async ({
  page,
}) => {
  for (const width of [320, 390, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/', { waitUntil: 'networkidle' })
    await hydrated(page)
    const before = await page.evaluate(places)
    await page.evaluate(() =>
      window.dispatchEvent(
        Object.assign(new Event('beforeinstallprompt'), { prompt: async () => undefined }),
      ),
    )
    await expect(page.getByRole('button', { name: 'Install on this device' })).toBeVisible()
    expect(await page.evaluate(places), `at ${width} pixels`).toEqual(before)
  }
})
