import { expectAccessible, expectRoomForLargeText } from './axe'
import { ADMIN, ORIGIN, expect, test } from './fixtures'

const PAGES = [
  '/',
  '/events',
  '/add-event',
  '/outbox',
  '/contacts',
  '/privacy',
  '/download',
  '/promo',
  '/no-such-page',
  '/backoffice/login',
]
const VIEWS = [
  { name: 'phone, light, English', width: 390, colorScheme: 'light', locale: 'en-GB' },
  { name: 'phone, dark, Portuguese', width: 390, colorScheme: 'dark', locale: 'pt-PT' },
  { name: 'desktop, dark, English', width: 1280, colorScheme: 'dark', locale: 'en-GB' },
  { name: '320 px, light, Portuguese', width: 320, colorScheme: 'light', locale: 'pt-PT' },
] as const

for (const { name, width, colorScheme, locale } of VIEWS) {
  test(`every public page is accessible: ${name}`, async ({ browser }) => {
    test.setTimeout(120_000)
    const context = await browser.newContext({
      viewport: { width, height: 844 },
      colorScheme,
      locale,
      reducedMotion: 'reduce',
      baseURL: ORIGIN,
    })
    const page = await context.newPage()
    for (const path of PAGES) {
      await test.step(path, async () => {
        await page.goto(path, { waitUntil: 'networkidle' })
        await expectAccessible(page)
      })
    }
    await test.step('an event', async () => {
      await page.goto('/events')
      await page.getByRole('article').first().getByRole('link').first().click()
      await page.waitForURL('**/events/*')
      await page.locator('article > div h1').waitFor()
      await expectAccessible(page)
    })
    await context.close()
  })
}

test('with text twice as large nothing runs off a small phone', async ({ browser }) => {
  test.setTimeout(120_000)
  for (const locale of ['en-GB', 'pt-PT']) {
    const context = await browser.newContext({ locale, baseURL: ORIGIN })
    const page = await context.newPage()
    for (const path of ['/login', '/register', '/reset-password?token=x', '/outbox', '/add-event', '/']) {
      await page.goto(path, { waitUntil: 'networkidle' })
      await expectRoomForLargeText(page, `${path} in ${locale}`)
    }
    await context.close()
  }
})

test('after following a link the focus is on the heading of the new page', async ({ page }) => {
  const headed = (name: string | RegExp) => page.getByRole('heading', { level: 1, name })
  await page.goto('/')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' }).press('Enter')
  await expect(headed('Privacy Policy')).toBeFocused()
  await page.goto('/events')
  const card = page.getByRole('article').first().getByRole('link').first()
  const title = (await card.textContent()) ?? ''
  await card.press('Enter')
  await expect(headed(title)).toBeFocused()
  // Back on the list it is where it was.
  await page.goBack()
  await expect(card).toBeFocused()
})

test('a form with errors is accessible, and the keyboard is taken to the first of them', async ({ page }) => {
  await page.goto('/add-event')
  await page.getByRole('button', { name: 'Create Event' }).click()
  await expect(page.getByText('Please enter a valid email address').first()).toBeVisible()
  await expect(page.getByLabel('Contact email')).toBeFocused()
  await expectAccessible(page)
})

test('the back office is accessible', async ({ page }) => {
  await page.goto('/backoffice/login')
  await page.getByLabel('Email').fill(ADMIN.email)
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('**/backoffice/dashboard')
  await expectAccessible(page)
  await page.goto('/backoffice/events?status=PUBLISHED', { waitUntil: 'networkidle' })
  await expectAccessible(page)
  await page
    .getByRole('link', { name: /./ })
    .and(page.locator('main a[href*="/backoffice/events/"]'))
    .first()
    .click()
  await page.waitForURL('**/backoffice/events/*')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await expectAccessible(page)
})
