import { ORIGIN, expect, settled, test } from './fixtures'

const YEAR_SECONDS = 365 * 86_400

test('the chosen language is remembered for a year; one that was only guessed is not', async ({
  page,
  context,
}) => {
  const language = async () => (await context.cookies()).find(({ name }) => name === 'lang')
  const html = page.locator('html')
  await page.goto('/')
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true))
  await expect(html).toHaveAttribute('lang', 'en')
  expect(await language()).toBeUndefined()

  await page.getByRole('contentinfo').getByRole('link', { name: 'Português' }).click()
  // Now the worker serves the app shell, which is in no language: the browser decides.
  await expect(html).toHaveAttribute('lang', 'pt')
  await expect(page.getByRole('heading', { name: 'Contacto', level: 2 })).toBeVisible()
  const { value, expires } = (await language()) ?? { value: '', expires: 0 }
  expect(value).toBe('pt')
  expect(Math.abs(expires - Date.now() / 1000 - YEAR_SECONDS)).toBeLessThan(3600)
})

test('the server renders in the remembered language, and the browser hydrates in it', async ({
  page,
  context,
}) => {
  await context.addCookies([{ name: 'lang', value: 'pt', url: ORIGIN }])
  const response = await page.goto('/events')
  expect(await response?.text()).toContain('<html lang="pt">')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Todos os eventos na Ericeira')
  await expect(page.locator('html')).toHaveAttribute('lang', 'pt')
})

test('the header changes the language, keeps the page, and names the tags in it, also without a network', async ({
  page,
  context,
}) => {
  await page.goto('/events?tags=market')
  const card = page.getByRole('article').first()
  await expect(card).toContainText('Market')
  await settled(page)
  await page.getByRole('banner').getByRole('link', { name: 'Português' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'pt')
  await expect(page).toHaveURL('/events?tags=market')
  await expect(card).toContainText('Mercado')
  await context.setOffline(true)
  await page.getByRole('banner').getByRole('link', { name: 'English' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('All Events in Ericeira')
  await expect(card).toContainText('Market')
})

test('what is in the footer is reached from the header, however long the list is', async ({ page }) => {
  await page.goto('/events')
  const more = page.getByRole('button', { name: 'More' })
  await more.press('Enter')
  const support = page.getByRole('banner').getByRole('link', { name: 'Support' })
  await expect(support).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(support).toBeHidden()
  await expect(more).toBeFocused()
  await more.press('Enter')
  await support.press('Enter')
  await expect(page).toHaveURL('/contacts')
  await expect(support).toBeHidden()
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('the language can be changed, and the page stays', async ({ page }) => {
    await page.goto('/events?tags=market')
    await page.getByRole('banner').getByRole('link', { name: 'Português' }).click()
    await expect(page).toHaveURL('/events?tags=market')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Todos os eventos na Ericeira')
    await expect(page.getByRole('article').first()).toContainText('Mercado')
  })
})
