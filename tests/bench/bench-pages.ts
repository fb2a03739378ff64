/**
 * `npm run bench:pages -- [--part first,again] [--runs 3]`: what people feel of the built product with its demonstration: `first` visits by
 * Lighthouse as it is published, with its mobile defaults; `again`: what a phone (390x844, CPU x4) that has been here does with and without
 * a network. Medians. Exit code 1 when a bar is missed.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium, type BrowserContext, type Page } from '@playwright/test'
import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'
import { CHROMIUM_ARGS, findChromium } from '../../tools/chromium'
import { startDemoServer } from '../support/demo-server'
import { conclude, judge, median, type Bar, type Figures } from './verdict'

/** The form has more to load before it reacts. */
const PERFORMANCE = { '/': 0.92, '/events': 0.92, 'an event': 0.92, '/add-event': 0.88 }

const FIRST_BARS = Object.entries(PERFORMANCE).flatMap(([page, performance]): Bar[] => [
  [`${page}: performance`, 'at least', performance],
  [`${page}: accessibility`, 'at least', 1],
  [`${page}: best practices`, 'at least', 1],
  [`${page}: SEO`, 'at least', 1],
])
const AGAIN_BARS: readonly Bar[] = [
  ['cold start to the list, ms', 'at most', 1200],
  ['cold start to the list without a network, ms', 'at most', 1200],
  ['show the filters: next paint, ms', 'at most', 200],
  ['open an event: painted, ms', 'at most', 300],
]

const { values } = parseArgs({
  options: { part: { type: 'string', default: 'first,again' }, runs: { type: 'string', default: '3' } },
})
const parts: Record<string, { measure: () => Promise<Figures>; bars: readonly Bar[] }> = {
  first: { measure: firstVisits, bars: FIRST_BARS },
  again: { measure: anotherVisit, bars: AGAIN_BARS },
}

const { origin, stop } = await startDemoServer(3990, { LIMITS: 'off' })
try {
  for (const name of values.part.split(',')) {
    const part = parts[name]
    if (part === undefined) throw new Error(`There is no part ${name}: ${Object.keys(parts).join(', ')}`)
    const runs: Figures[] = []
    for (let run = 0; run < Number(values.runs); run += 1) runs.push(await part.measure())
    const figures = median(runs)
    for (const [figure, value] of Object.entries(figures))
      process.stdout.write(`${figure.padEnd(60)}${value.toFixed(value < 2 ? 3 : 0).padStart(9)}\n`)
    conclude(judge(figures, part.bars))
  }
} finally {
  await stop()
}

/** Scores of 0 to 1, and milliseconds. */
async function firstVisits(): Promise<Figures> {
  const response = await fetch(`${origin}/api/v1/events?per_page=1`)
  const { data } = (await response.json()) as { data: { items: { id: string }[] } }
  const figures: Figures = {}
  for (const page of Object.keys(PERFORMANCE)) {
    const found = await visitByLighthouse(page === 'an event' ? `/events/${data.items[0]?.id}` : page)
    for (const [name, value] of Object.entries(found)) figures[`${page}: ${name}`] = value
  }
  return figures
}

/** One visit in a browser of its own. */
async function visitByLighthouse(path: string): Promise<Figures> {
  const browser = await launch({
    chromePath: findChromium(),
    chromeFlags: ['--headless=new', ...CHROMIUM_ARGS],
    logLevel: 'silent',
  })
  try {
    const result = await lighthouse(origin + path, { port: browser.port, logLevel: 'error' })
    if (result === undefined) throw new Error(`Lighthouse has no result of ${path}`)
    const { categories, audits } = result.lhr
    const score = (name: string) => categories[name]?.score ?? Number.NaN
    const value = (name: string) => audits[name]?.numericValue ?? Number.NaN
    return {
      performance: score('performance'),
      accessibility: score('accessibility'),
      'best practices': score('best-practices'),
      SEO: score('seo'),
      'FCP ms': value('first-contentful-paint'),
      'LCP ms': value('largest-contentful-paint'),
      'blocking ms': value('total-blocking-time'),
      CLS: value('cumulative-layout-shift'),
    }
  } finally {
    browser.kill()
  }
}

/** A phone that has the programme. */
async function anotherVisit(): Promise<Figures> {
  const profile = mkdtempSync(join(tmpdir(), 'ericeira-bench-'))
  try {
    await onPhone(profile, true, async (page) => {
      await page.goto(`${origin}/events`)
      await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
      await page.reload({ waitUntil: 'networkidle' })
    })
    const withNetwork = await onPhone(profile, true, listShownMs)
    return await onPhone(profile, false, async (page) => ({
      'cold start to the list, ms': withNetwork,
      'cold start to the list without a network, ms': await listShownMs(page),
      'show the filters: next paint, ms': await tap(page, 'main button:has-text("Filters")'),
      'open an event: painted, ms': await tap(page, 'article a', 'article h1'),
    }))
  } finally {
    rmSync(profile, { recursive: true, force: true })
  }
}

/** A slow phone with its storage: another with the same profile finds what was there. */
async function onPhone<T>(profile: string, hasNetwork: boolean, use: (page: Page) => Promise<T>): Promise<T> {
  const context: BrowserContext = await chromium.launchPersistentContext(profile, {
    executablePath: findChromium(),
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    args: CHROMIUM_ARGS,
  })
  try {
    const page = context.pages()[0] ?? (await context.newPage())
    await context.setOffline(!hasNetwork)
    await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: 4 })
    return await use(page)
  } finally {
    await context.close()
  }
}

/** From the navigation until the first event of the list is painted. */
async function listShownMs(page: Page): Promise<number> {
  await page.goto(`${origin}/events`, { waitUntil: 'commit' })
  // The page observes it itself: what a test tool does to look for it costs a slow phone a quarter of a second.
  return page.evaluate(painted, 'article :is(h2, h3)')
}

/** From a tap until the next paint, or until something is painted that was not there. */
async function tap(page: Page, selector: string, awaited?: string): Promise<number> {
  await page.evaluate(() =>
    addEventListener('click', ({ timeStamp }) => (window.tappedAtMs = timeStamp), {
      once: true,
      capture: true,
    }),
  )
  await page.locator(selector).first().click()
  const atMs = await page.evaluate(painted, awaited ?? 'body')
  return atMs - (await page.evaluate(() => window.tappedAtMs))
}

declare global {
  interface Window {
    tappedAtMs: number
  }
}

/** Runs in the page, where nothing gives a function its name: none has one. */
function painted(selector: string): Promise<number> {
  return new Promise((resolve) => {
    const looking = setInterval(() => {
      if (document.querySelector(selector) === null) return
      clearInterval(looking)
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now())))
    })
  })
}
