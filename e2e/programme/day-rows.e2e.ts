import type { Page } from '@playwright/test'
import { expect, hydrated, test } from '../support/fixtures'
import { dayIn, publishEvent } from '../support/published-event'

/** Titles of cards whose nearest heading above them, in the same column, is another day's. */
function misplacedCards(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const [headings = [], cards = []] = ['li > h2', 'article'].map((part) =>
      [...document.querySelectorAll(`main section > ul ${part}`)].map((element) => ({
        element,
        box: element.getBoundingClientRect(),
      })),
    )
    if (headings.length < 4 || cards.length < 12) return ['the days are not there']
    const misplaced = cards.filter(({ element, box }) => {
      const above = headings
        .filter((heading) => heading.box.top <= box.top)
        .filter((heading) => heading.box.left < box.right && heading.box.right > box.left)
        .toSorted((one, other) => one.box.top - other.box.top)
      return above.at(-1)?.element.parentElement?.contains(element) !== true
    })
    return misplaced.map(({ element }) => element.textContent.slice(0, 40))
  })
}

test('a day that goes on in the next row stands under no other day’s name, on screens and on paper', async ({
  page,
}) => {
  // There are as many cards as columns, more, fewer, and one; a weekly class of the programme is no concert.
  const counts = [5, 1, 2, 4, 3, 1]
  for (const [index, count] of counts.entries())
    for (let number = 0; number < count; number += 1) {
      const day = dayIn(300 + index)
      const list = [{ start_time: `${day} 19:00:00`, end_time: `${day} 21:00:00`, is_all_day: false }]
      await publishEvent({ title: `Day ${index}, concert ${number}`, timetable: { list } })
    }
  await page.goto(`/events?from=${dayIn(300)}&to=${dayIn(305)}&q=concert`)
  await hydrated(page)
  const cards = page.getByRole('main').getByRole('article')
  await expect(cards).not.toHaveCount(0)
  await page.mouse.wheel(0, 20_000)
  await expect(cards).toHaveCount(16)
  await page.addStyleTag({
    content: '* { content-visibility: visible !important } h2 { position: static !important }',
  })
  for (const width of [320, 640, 900, 1280, 1600]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await misplacedCards(page), `${width} px`).toEqual([])
  }
  await page.emulateMedia({ media: 'print' })
  for (const width of [718, 1047]) {
    await page.setViewportSize({ width, height: 1000 })
    expect(await misplacedCards(page), `on paper, ${width} px`).toEqual([])
  }
})
