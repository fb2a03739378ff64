/**
 * `npm run bench:fold -- [--shots <folder>]`: what stands before the events, on the built product with the demonstration programme: the
 * controls that are seen without scrolling, those of them that stand before the first event (a row that the arrow keys walk is one), where
 * the first event begins (of an event: its words), and the tab stops to the first event.
 * Exit code 1 when a bar is missed. With `--shots` every public page is photographed as well, at four sizes, light and dark, in both languages.
 */
import { mkdirSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import type { Page } from '@playwright/test'
import { CHROMIUM_ARGS, findChromium } from '../../tools/chromium'
import { startDemoServer } from '../support/demo-server'

const { values } = parseArgs({ options: { shots: { type: 'string' } } })

const SIZES = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
]
const LANDSCAPE = { width: 844, height: 390 }
const CONTROLS =
  'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [tabindex="0"]'
const EVENT = 'main :is(article, [data-part=row])'
const BARS = [
  { path: '/', controls: 12, beginsAt: EVENT, y: 420 },
  { path: '/events', controls: 15, beginsAt: EVENT, y: 330 },
  { path: '/events?view=agenda', controls: 15, beginsAt: EVENT, y: 330 },
  { path: 'an event', controls: 10, beginsAt: 'main [data-part=words]', y: 844 },
]
const TAB_STOPS = 12
const PAGES = [
  '/',
  '/events',
  '/events?view=agenda',
  '/events?view=map',
  '/events?filters=true',
  '/events?q=zzzz',
  'an event',
  '/week',
  '/tides',
  '/saved',
  '/outbox',
  '/on-this-device',
  '/add-event',
  '/contacts',
  '/login',
  '/register',
  '/download',
  '/promo',
  '/privacy',
  '/week-mail',
  '/places/largo-das-ribas',
  '/nowhere',
]

const server = await startDemoServer(Number(process.env.PORT ?? 3996))
const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_ARGS })

async function withPage<Result>(
  options: {
    viewport: { width: number; height: number }
    lang?: 'en' | 'pt'
    colorScheme?: 'light' | 'dark'
  },
  act: (page: Page) => Promise<Result>,
): Promise<Result> {
  const { lang = 'en', ...look } = options
  const context = await browser.newContext({
    ...look,
    baseURL: server.origin,
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  })
  await context.addCookies([
    { name: 'analytics-consent', value: 'false', url: server.origin },
    { name: 'lang', value: lang, url: server.origin },
  ])
  const result = await act(await context.newPage())
  await context.close()
  return result
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path === 'an event' ? anEvent : path)
  await page.waitForLoadState('networkidle')
}

/** With `event` only those before the first of it, and one for each row that the arrow keys walk. */
const controlsAbove = (page: Page, event?: string) =>
  page.locator(CONTROLS).evaluateAll(
    (elements, selector) =>
      elements.filter((element) => {
        const { top, bottom, left, right, width } = element.getBoundingClientRect()
        const first = selector === undefined ? null : document.querySelector(selector)
        const isWalked = element instanceof HTMLElement && element.tabIndex < 0
        const follows =
          first !== null && element.compareDocumentPosition(first) !== Node.DOCUMENT_POSITION_FOLLOWING
        if (selector !== undefined && (isWalked || follows)) return false
        const isSeen = top < innerHeight && bottom > 0 && left < innerWidth && right > 0 && width > 1
        return isSeen && element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
      }).length,
    event,
  )

async function tabStopsTo(page: Page, selector: string): Promise<number> {
  for (let stops = 1; stops <= 100; stops++) {
    await page.keyboard.press('Tab')
    if (await page.evaluate((found) => document.activeElement?.closest(found) !== null, selector))
      return stops
  }
  return Number.POSITIVE_INFINITY
}

const anEvent = await withPage({ viewport: LANDSCAPE }, async (page) => {
  await page.goto('/events')
  return (await page.locator(`${EVENT} a[href^="/events/"]`).first().getAttribute('href')) ?? ''
})

let isMissed = false
function figure(name: string, size: string, value: number, bar?: number): void {
  const isOver = bar !== undefined && value > bar
  isMissed ||= isOver
  const judged = bar === undefined ? '' : ` ≤ ${bar}${isOver ? '  missed' : ''}`
  process.stdout.write(
    `${name.padEnd(46)}${size.padStart(10)}${Math.round(value).toString().padStart(7)}${judged}\n`,
  )
}

try {
  for (const viewport of SIZES)
    for (const { path, controls, beginsAt, y } of BARS)
      await withPage({ viewport }, async (page) => {
        await open(page, path)
        const size = `${viewport.width}x${viewport.height}`
        const isList = path.startsWith('/events')
        figure(
          `${path}: controls above the fold`,
          size,
          await controlsAbove(page),
          isList ? undefined : controls,
        )
        if (isList)
          figure(`${path}: of them before the first event`, size, await controlsAbove(page, EVENT), controls)
        const box = await page.locator(beginsAt).first().boundingBox()
        figure(
          `${path}: ${path === 'an event' ? 'its words' : 'first event'} at y`,
          size,
          box?.y ?? Number.POSITIVE_INFINITY,
          y,
        )
        if (path.startsWith('/'))
          figure(`${path}: tab stops to the first event`, size, await tabStopsTo(page, EVENT), TAB_STOPS)
      })
  if (values.shots !== undefined) {
    mkdirSync(values.shots, { recursive: true })
    for (const viewport of [...SIZES, LANDSCAPE])
      for (const colorScheme of ['light', 'dark'] as const)
        for (const lang of ['en', 'pt'] as const)
          await withPage({ viewport, colorScheme, lang }, async (page) => {
            for (const path of PAGES) {
              await open(page, path)
              const name = `${path.replaceAll(/\W+/g, '-')}.${viewport.width}.${colorScheme}.${lang}.png`
              await page.screenshot({ path: `${values.shots}/${name}` })
            }
          })
  }
} finally {
  await browser.close()
  await server.stop()
}
if (isMissed) process.exitCode = 1
