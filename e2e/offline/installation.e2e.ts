import { ORIGIN, expect, test } from '../support/fixtures'
import { SIZES } from '../support/sizes'

test.use({ serviceWorkers: 'allow' })

const YEAR_SECONDS = 365 * 86_400

test('the app can be installed: no error in its manifest', { tag: '@gate' }, async ({ phone }) => {
  const page = await phone.page()
  await page.goto('/')
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true))
  const devtools = await phone.context.newCDPSession(page)
  const manifest = await devtools.send('Page.getAppManifest')
  expect(manifest.errors).toEqual([])
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
  expect(installabilityErrors).toEqual([])
})

test('no page sends a request to another site before consent', async ({ page }) => {
  const otherOrigins: string[] = []
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (protocol.startsWith('http') && origin !== ORIGIN) otherOrigins.push(request.url())
  })
  for (const path of ['/', '/events', '/add-event', '/promo'])
    await page.goto(path, { waitUntil: 'networkidle' })
  expect(otherOrigins).toEqual([])
})

test('dates work in a browser without Temporal', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'Temporal'))
  await page.goto('/events')
  await page.getByRole('button', { name: /^Filters/ }).waitFor()
  const day = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)
  await page.goto(`/events?from=${day}&to=${day}`)
  await expect(page.getByRole('article').first()).toBeVisible()
})

test.describe('the browser’s offer to install', () => {
  test.use({
    userAgent:
      'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/156.0.0.0 Mobile Safari/537.36',
  })

  test('is caught though it comes before the app has loaded, and stands at the bottom of a phone until it is dismissed', async ({
    page,
    context,
  }) => {
    // One banner at a time, and consent comes first; on the first visit a person is left to read.
    for (const [name, value] of [
      ['analytics-consent', 'false'],
      ['mobile-banner', 'visited'],
    ] as const)
      await context.addCookies([{ name, value, url: ORIGIN }])
    await page.setViewportSize(SIZES.phone)
    await page.addInitScript(() => {
      // The document is parsed; no module has run yet.
      document.addEventListener(
        'readystatechange',
        () => window.dispatchEvent(new Event('beforeinstallprompt', { cancelable: true })),
        { once: true },
      )
    })
    const install = page.getByRole('button', { name: 'Install', exact: true })
    await page.goto('/contacts')
    // The banners come into this region.
    await expect(page.getByRole('complementary', { name: 'Notices' })).toBeAttached()
    await expect(install, 'on no form').toHaveCount(0)
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true))
    await page.goto('/')
    expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
    await expect(install).toBeVisible()

    const banner = page.getByRole('region', { name: 'Mobile app' })
    const { y = 0, height = 0 } = (await banner.boundingBox()) ?? {}
    expect(Math.abs(y + height - SIZES.phone.height), 'at the bottom').toBeLessThan(24)
    await page.setViewportSize(SIZES.desktop)
    await expect(banner, 'on phones only').toBeHidden()
    await page.setViewportSize(SIZES.phone)
    await banner.getByRole('button', { name: 'Dismiss' }).click()
    const { expires = 0 } = (await context.cookies()).find(({ name }) => name === 'mobile-banner') ?? {}
    expect(Math.abs(expires - Date.now() / 1000 - YEAR_SECONDS)).toBeLessThan(3600)
    await page.reload()
    await expect(page.getByRole('complementary', { name: 'Notices' })).toBeAttached()
    await expect(banner).toHaveCount(0)
  })
})
