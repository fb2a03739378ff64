import { ORIGIN, expect, settled, test } from '../support/fixtures'

test.use({ serviceWorkers: 'allow' })

const YEAR_SECONDS = 365 * 86_400

test('the header changes the language, keeps the page and the choice for a year, and does so without a network', async ({
  page,
  context,
}) => {
  const html = page.locator('html')
  const chosen = async () => (await context.cookies()).find(({ name }) => name === 'lang')
  await page.goto('/events?q=market&tags=market')
  const card = page.getByRole('article').first()
  await expect(card).toContainText('Market')
  await settled(page)
  await expect(html).toHaveAttribute('lang', 'en')
  expect(await chosen(), 'only guessed').toBeUndefined()

  // Now the worker serves the app shell, which is in no language: the browser decides.
  const header = page.getByRole('banner')
  await header.getByRole('button', { name: 'More' }).click()
  await header.getByRole('link', { name: 'Português' }).click()
  await expect(html).toHaveAttribute('lang', 'pt')
  await expect(page).toHaveURL(`${ORIGIN}/events?q=market&tags=market`)
  await expect(card).toContainText('Mercado')
  await expect(page.getByRole('heading', { name: 'Contacto', level: 2 })).toBeVisible()
  const { value, expires } = (await chosen()) ?? { value: '', expires: 0 }
  expect(value).toBe('pt')
  expect(Math.abs(expires - Date.now() / 1000 - YEAR_SECONDS)).toBeLessThan(3600)

  await context.setOffline(true)
  await page.getByRole('contentinfo').getByRole('link', { name: 'English' }).click()
  await expect(html).toHaveAttribute('lang', 'en')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('All Events in Ericeira')
  await expect(card).toContainText('Market')
})
