import { expect, settled, test } from '../support/fixtures'

test.use({ serviceWorkers: 'allow' })

test(
  'the whole programme is read with no network after one visit, with images and its age',
  { tag: '@gate' },
  async ({ phone }) => {
    const page = await phone.page()
    await page.goto('/events')
    await settled(page)
    await page.reload()

    // The list is read page by page, twelve at a time, to the end.
    const total = await page.evaluate(async () => {
      const response = await fetch('/api/v1/events/list')
      return ((await response.json()) as { data: { items: unknown[] } }).data.items.length
    })
    // The count includes the cards that are folded.
    const cards = page.locator('main [data-event]')
    await expect(cards).toHaveCount(12)
    while ((await cards.count()) < total) {
      const before = await cards.count()
      await page.getByRole('link', { name: 'Show more' }).scrollIntoViewIfNeeded()
      await expect.poll(() => cards.count()).toBeGreaterThan(before)
    }
    await expect(cards).toHaveCount(total)

    const first = cards.first()
    const title = (await first.getByRole('heading').textContent()) ?? ''
    await first.getByRole('link').first().click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    const address = page.url()

    await phone.setOffline(true)
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await expect(page.getByText(/Saved (just now|\d+ (min|h))/).first()).toBeVisible()

    await page.goto('/events')
    await expect(cards).toHaveCount(12)
    await expect(page.getByText(/Saved/).first()).toBeVisible()
    const images = page.getByRole('article').locator('img')
    await expect
      .poll(() =>
        images.evaluateAll((elements) =>
          elements.slice(0, 4).every((image) => (image as HTMLImageElement).naturalWidth > 0),
        ),
      )
      .toBe(true)

    // An event that was never opened can be read, after the browser was closed and opened again.
    const again = await phone.restart({ offline: true })
    await again.goto('/events')
    const third = again.getByRole('article').nth(2)
    const unopened = (await third.getByRole('heading').textContent()) ?? ''
    await third.getByRole('link').first().click()
    await expect(again.getByRole('heading', { level: 1 })).toHaveText(unopened)
    expect(address).toContain('/events/')
  },
)
