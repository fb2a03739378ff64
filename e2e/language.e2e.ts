import { ORIGIN, expect, test } from './fixtures'

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

  await page.getByRole('button', { name: 'Português' }).click()
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
