import { ORIGIN, expect, test } from '../support/fixtures'
import { dayIn, publishEvent } from '../support/published-event'

test.use({ javaScriptEnabled: false })

test('without script the list is read page by page, filtered by tags and days, and changes its language', async ({
  page,
}) => {
  await page.goto('/events')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('All Events in Ericeira')
  // The count includes the cards that are folded.
  const cards = page.locator('[data-event]')
  await expect(cards).toHaveCount(12)
  const first = await cards.first().getByRole('heading').textContent()
  await page.getByRole('link', { name: 'Show more' }).click()
  await expect(page).toHaveURL(`${ORIGIN}/events?page=2`)
  await expect(cards).toHaveCount(12)
  await expect(cards.first().getByRole('heading')).not.toHaveText(first ?? '')

  await page.goto('/events')
  await expect(page.getByRole('combobox', { name: 'Tags' })).toBeHidden()
  const tags = page.getByRole('group', { name: 'Tags' })
  await tags.getByRole('checkbox', { name: 'Music', exact: true }).check()
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page).toHaveURL(/tags=music/)
  await expect(cards.first().getByText('Music', { exact: true })).toBeVisible()

  const days = page.getByRole('group', { name: 'Days' })
  await days.getByRole('link', { name: 'Tomorrow' }).click()
  await expect(page).toHaveURL(new RegExp(`tags=music&from=${dayIn(1)}&to=${dayIn(1)}$`))
  await expect(days.locator('[aria-current]')).toHaveText(['Tomorrow'])
  await days.locator('[aria-current]').click()
  await expect(page).toHaveURL(`${ORIGIN}/events?tags=music`)

  const view = page.getByRole('navigation', { name: 'View' })
  await view.getByRole('link', { name: 'Agenda' }).click()
  await expect(page).toHaveURL(`${ORIGIN}/events?tags=music&view=agenda`)
  await expect(cards.first()).toHaveAttribute('data-part', 'row')
  await page
    .getByRole('group', { name: 'Filter by tag' })
    .getByRole('link', { name: 'Surf', exact: true })
    .click()
  await expect(page).toHaveURL(/tags=music%2Csurf&view=agenda$/)
  await publishEvent({
    timetable: { list: [{ start_time: dayIn(1), end_time: dayIn(1), is_all_day: true }] },
  })
  await page.goto(`/events?from=${dayIn(1)}&to=${dayIn(1)}`)
  const fold = page.locator('summary', { hasText: 'Over several days' }).first()
  const folded = page.locator('details [data-event]').first()
  await expect(folded).toBeHidden()
  await fold.click()
  await expect(folded).toContainText(/until \w+ \d+/)
  await page.goto('/events?tags=music')

  const header = page.getByRole('banner')
  await header.getByRole('button', { name: 'More' }).click()
  await header.getByRole('link', { name: 'Português' }).click()
  await expect(page).toHaveURL(`${ORIGIN}/events?tags=music`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Todos os eventos na Ericeira')
  await expect(cards.first().getByText('Música', { exact: true })).toBeVisible()
})

test('without script a search from the home page leads to the list', async ({ page }) => {
  await publishEvent({ title: `Quermesse ${Date.now()}` })
  await page.goto('/')
  await page.getByRole('searchbox').fill('quermess')
  await page.getByRole('searchbox').press('Enter')
  await expect(page).toHaveURL(/\/events\?q=quermess/)
  await expect(page.getByRole('article').first()).toContainText('Quermesse')
})
