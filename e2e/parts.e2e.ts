import type { Page, Route } from '@playwright/test'
import { ORIGIN, expect, test } from './fixtures'

test('the filter works without script: tags by checkboxes, and the list follows', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: ORIGIN })
  const page = await context.newPage()
  await page.goto('/events')
  await expect(page.getByRole('combobox', { name: 'Tags' })).toBeHidden()
  await page.getByRole('group', { name: 'Tags' }).getByRole('checkbox', { name: 'Surf', exact: true }).check()
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.waitForURL(/tags=surf/)
  await expect(page.getByRole('article').first().getByText('Surf', { exact: true })).toBeVisible()
  await context.close()
})

test('tags are filtered by keyboard alone: searched, selected, counted, removed by their badge', async ({
  page,
}) => {
  await page.goto('/events?filters=true')
  const tags = page.getByRole('combobox', { name: 'Tags' })
  await tags.focus()
  await page.keyboard.type('surf')
  await expect(page.getByRole('option')).toHaveText(['Surf'])
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/tags=surf/)
  await expect(page.getByText('1 selected')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(tags).toBeFocused()
  await expect(page.getByRole('listbox')).toBeHidden()
  await page.getByRole('button', { name: 'Remove filter Surf' }).press('Enter')
  await expect(page).not.toHaveURL(/tags=/)
  await expect(page.getByText('1 selected')).toBeHidden()
})

test('copying the link says so', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/events')
  await page.getByRole('article').first().getByRole('link').first().click()
  await page.waitForURL('**/events/*')
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByRole('tooltip')).toHaveText('Link copied!')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url())
  await expect(page.getByRole('tooltip')).toBeHidden()
})

test('a button that is pressed before the app has loaded does its work once it has', async ({ page }) => {
  const held: Route[] = []
  let isHeld = true
  await page.route('**/*.js', (route) => (isHeld ? void held.push(route) : route.continue()))
  await page.goto('/login', { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Forgot Password?' }).click()
  isHeld = false
  for (const route of held) await route.continue()
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('an image on the clipboard becomes the photo, and is removed by keyboard', async ({ page }) => {
  await page.goto('/add-event')
  // Ready: its draft is open.
  await expect(page.locator('[inert] form')).toHaveCount(0)
  await page.evaluate(async () => {
    const canvas = document.createElement('canvas')
    canvas.width = canvas.height = 40
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'))
    const clipboardData = new DataTransfer()
    if (blob) clipboardData.items.add(new File([blob], 'pasted.png', { type: 'image/png' }))
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
  })
  await expect(page.getByAltText('Preview of your photo')).toBeVisible()
  await page.getByRole('button', { name: 'Remove photo' }).press('Enter')
  await expect(page.getByAltText('Preview of your photo')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Choose a photo' })).toBeFocused()
})

const dot = (page: Page, n: number) => page.getByRole('button', { name: `Show event ${n}`, exact: true })
const expectShown = (page: Page, n: number) => expect(dot(page, n)).toHaveAttribute('aria-current', 'true')

async function swipe(page: Page, travel: number): Promise<void> {
  const region = page.getByRole('region', { name: 'Coming up' })
  // Clear of the header and of the banner at the bottom.
  await region.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  const box = await region.boundingBox()
  const devtools = await page.context().newCDPSession(page)
  const start = { x: (box?.x ?? 0) + 180, y: (box?.y ?? 0) + 60 }
  const touch = (type: 'touchStart' | 'touchMove', x: number) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x, y: start.y }] })
  await touch('touchStart', start.x)
  for (const part of [0.25, 0.5, 0.75, 1]) await touch('touchMove', start.x + travel * part)
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

test.describe('the carousel', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('goes on by itself after 10 s until it is paused, and nothing shifts', async ({ page }) => {
    await page.addInitScript(() => {
      const shifts = { total: 0 }
      Object.assign(globalThis, { shifts })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.total += (entry as unknown as { value: number }).value
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await page.clock.install()
    await page.goto('/')
    await expectShown(page, 1)
    const slides = page.getByRole('region', { name: 'Coming up' }).locator('> ul > li')
    // Its behaviour comes with the first move.
    await expect(async () => {
      await page.clock.runFor(1000)
      await expect(slides.first()).toHaveJSProperty('inert', true, { timeout: 100 })
    }).toPass()
    await expectShown(page, 2)
    await page.clock.runFor(10_000)
    await expectShown(page, 3)
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.clock.runFor(20_000)
    await expectShown(page, 3)
    expect(
      await page.evaluate(() => (globalThis as unknown as { shifts: { total: number } }).shifts.total),
    ).toBe(0)
  })

  test('a swipe over 50 px moves it and wraps around, a shorter one does not', async ({ page }) => {
    await page.goto('/')
    await page.getByRole('button', { name: 'Pause' }).click()
    await expect(page.getByRole('region', { name: 'Coming up' }).locator('> ul')).toHaveCSS(
      'touch-action',
      'pan-y',
    )
    await swipe(page, -45)
    await expectShown(page, 1)
    await swipe(page, -70)
    await expectShown(page, 2)
    await swipe(page, 70)
    await expectShown(page, 1)
    await swipe(page, 70)
    await expectShown(page, 10)
    await swipe(page, -70)
    await expectShown(page, 1)
  })

  test('who wants less motion finds it paused, and what is out of sight is out of reach', async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto('/')
    await expect(page.getByRole('button', { name: 'Play' })).toBeVisible()
    await dot(page, 3).click()
    await expectShown(page, 3)
    const reachable = page.getByRole('region', { name: 'Coming up' }).locator('> ul > li:not([inert])')
    await expect(reachable).toHaveCount(1)
    await expect(reachable).toHaveAttribute('aria-label', '3 of 10')
  })
})
