import { expect, settled, test } from '../support/fixtures'
import { photoOf, publishEvent } from '../support/published-event'

test.use({ serviceWorkers: 'allow' })

test(
  'the whole programme is read with no network after one visit, with images and its age',
  { tag: '@gate' },
  async ({ phone }) => {
    const word = `ebb${Date.now()}`
    const titles = [`Read ${word}`, `Unseen ${word}`] as const
    for (const [index, title] of titles.entries())
      await publishEvent({ title, photo: await photoOf(800, 500 + index) })

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

    await page.getByRole('link', { name: titles[0] }).click()
    const heading = page.getByRole('heading', { level: 1 })
    await expect(heading).toHaveText(titles[0])

    await phone.setOffline(true)
    await page.reload()
    await expect(heading).toHaveText(titles[0])
    await expect(page.getByText(/Saved (just now|\d+ (min|h))/).first()).toBeVisible()

    await page.goto('/events')
    await expect(cards).toHaveCount(12)
    await expect(page.getByText(/^Saved (?!events)/)).toBeVisible()
    await page.goto(`/events?q=${word}`)
    const images = page.getByRole('article').locator('img')
    await expect(images).toHaveCount(titles.length)
    for (const image of await images.all()) {
      await image.scrollIntoViewIfNeeded()
      await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
    }

    // An event that was never opened can be read, after the browser was closed and opened again.
    const again = await phone.restart({ offline: true })
    await again.goto(`/events?q=${word}`)
    await again.getByRole('link', { name: titles[1] }).click()
    await expect(again.getByRole('heading', { level: 1 })).toHaveText(titles[1])
  },
)
