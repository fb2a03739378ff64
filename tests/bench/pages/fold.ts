import { chromium, type Page } from '@playwright/test'
import { CHROMIUM_ARGS, findChromium } from '../../../tools/chromium'
import type { DemoServer } from '../../support/demo-server'
import type { Bar, Figures } from '../verdict'

const SIZES = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
]
const CONTROLS =
  'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [tabindex="0"]'
const EVENT = 'main :is(article, [data-part=row])'
const WORDS = 'main [data-part=words]'
/** `y`: where the first event begins; of an event, its words. */
const PAGES = [
  { path: '/', controls: 12, y: 420 },
  { path: '/events', controls: 15, y: 330 },
  { path: '/events?view=agenda', controls: 15, y: 330 },
  { path: 'an event', controls: 10, y: 844 },
]
const TAB_STOPS = 12

export const FOLD_BARS = SIZES.flatMap(({ width }) =>
  PAGES.flatMap(({ path, controls, y }): Bar[] => [
    [`${width} ${path}: ${controlsOf(path)}`, 'at most', controls],
    [`${width} ${path}: y`, 'at most', y],
    ...(path === 'an event'
      ? []
      : [[`${width} ${path}: tab stops to the first event`, 'at most', TAB_STOPS] as const]),
  ]),
)

function controlsOf(path: string): string {
  return path.startsWith('/events') ? 'controls before the first event' : 'controls above the fold'
}

/** What stands before the events: controls that are seen without scrolling (a row that the arrow keys walk is one), and tab stops. */
export async function measureFold({ origin }: DemoServer): Promise<Figures> {
  const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_ARGS })
  const figures: Figures = {}
  try {
    for (const viewport of SIZES) {
      const context = await browser.newContext({
        viewport,
        baseURL: origin,
        reducedMotion: 'reduce',
        serviceWorkers: 'block',
      })
      await context.addCookies([{ name: 'analytics-consent', value: 'false', url: origin }])
      const page = await context.newPage()
      await page.goto('/events')
      const anEvent = (await page.locator(`${EVENT} a[href^="/events/"]`).first().getAttribute('href')) ?? ''
      for (const { path } of PAGES) {
        await page.goto(path === 'an event' ? anEvent : path, { waitUntil: 'networkidle' })
        const name = `${viewport.width} ${path}`
        const isList = path.startsWith('/events')
        figures[`${name}: ${controlsOf(path)}`] = await controlsAbove(page, isList ? EVENT : undefined)
        const box = await page
          .locator(path === 'an event' ? WORDS : EVENT)
          .first()
          .boundingBox()
        figures[`${name}: y`] = box?.y ?? Number.POSITIVE_INFINITY
        if (path !== 'an event')
          figures[`${name}: tab stops to the first event`] = await tabStopsTo(page, EVENT)
      }
      await context.close()
    }
    return figures
  } finally {
    await browser.close()
  }
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
