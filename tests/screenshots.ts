/** `node --import tsx tests/screenshots.ts`: the images of the README and of the install dialog, taken of the demonstration programme. */
import { mkdirSync } from 'node:fs'
import { chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { CHROMIUM_ARGS, findChromium } from '../tools/chromium'
import { DEMO_ADMIN, startDemoServer } from './support/demo-server'

const FOLDER = 'public/screenshots'
const NARROW = { width: 390, height: 844 }
const WIDE = { width: 1280, height: 800 }

const server = await startDemoServer(3997)
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: CHROMIUM_ARGS,
})
mkdirSync(FOLDER, { recursive: true })

async function visit(
  viewport: typeof NARROW,
  name: string,
  act: (page: Page) => Promise<unknown>,
): Promise<void> {
  const context = await browser.newContext({
    viewport,
    baseURL: server.origin,
    locale: 'en-GB',
    reducedMotion: 'reduce',
  })
  // The cookie holds a consent choice, so that no banner is shown.
  await context.addCookies([{ name: 'analytics-consent', value: 'false', url: server.origin }])
  const page = await context.newPage()
  await act(page)
  await page.waitForLoadState('networkidle')
  const image = await page.screenshot()
  await sharp(image).webp({ quality: 72 }).toFile(`${FOLDER}/${name}.webp`)
  await context.close()
}

try {
  await visit(NARROW, 'events-narrow', (page) => page.goto('/events'))
  await visit(NARROW, 'add-event-narrow', (page) => page.goto('/add-event'))
  await visit(NARROW, 'home-narrow', (page) => page.goto('/'))
  await visit(WIDE, 'home-wide', (page) => page.goto('/'))
  await visit(NARROW, 'event-narrow', async (page) => {
    await page.goto('/events')
    await page.getByRole('article').nth(2).getByRole('link').first().click()
    await page.waitForURL('**/events/*')
  })
  await visit(WIDE, 'back-office-wide', async (page) => {
    await page.goto('/backoffice/login')
    await page.getByLabel('Email').fill(DEMO_ADMIN.email)
    await page.getByLabel('Password', { exact: true }).fill(DEMO_ADMIN.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL('**/backoffice/dashboard')
    await page.goto('/backoffice/events')
    await page
      .getByRole('button', { name: /Approve/ })
      .first()
      .waitFor()
  })
} finally {
  await browser.close()
  await server.stop()
}
