import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'
import { CHROMIUM_ARGS, findChromium } from '../../../tools/chromium'
import type { DemoServer } from '../../support/demo-server'
import type { Bar, Figures } from '../verdict'

/** The form has more to load before it reacts. */
const PERFORMANCE = { '/': 0.92, '/events': 0.92, 'an event': 0.92, '/add-event': 0.88 }

export const LIGHTHOUSE_BARS = Object.entries(PERFORMANCE).flatMap(([page, performance]): Bar[] => [
  [`${page}: performance`, 'at least', performance],
  [`${page}: accessibility`, 'at least', 1],
  [`${page}: best practices`, 'at least', 1],
  [`${page}: SEO`, 'at least', 1],
])

/** Lighthouse as it is published, with its mobile defaults: scores of 0 to 1, and what a page takes until it is complete. */
export async function visitByLighthouse({ origin }: DemoServer): Promise<Figures> {
  const figures: Figures = {}
  for (const page of Object.keys(PERFORMANCE)) {
    const found = await visit(origin + (page === 'an event' ? await anEvent(origin) : page))
    for (const [name, value] of Object.entries(found)) figures[`${page}: ${name}`] = value
  }
  return figures
}

/** One run in a browser of its own. */
async function visit(url: string): Promise<Figures> {
  const browser = await launch({
    chromePath: findChromium(),
    chromeFlags: ['--headless=new', ...CHROMIUM_ARGS],
    logLevel: 'silent',
  })
  try {
    const result = await lighthouse(url, { port: browser.port, logLevel: 'error' })
    if (result === undefined) throw new Error(`Lighthouse has no result of ${url}`)
    const { categories, audits, environment } = result.lhr
    const score = (name: string) => categories[name]?.score ?? Number.NaN
    const value = (name: string) => audits[name]?.numericValue ?? Number.NaN
    // What is loaded once the browser is idle comes after the load event: the page is complete without it.
    const loadMs = Number(itemsOf(audits['metrics']?.details)[0]?.['observedLoad'])
    const requests = itemsOf(audits['network-requests']?.details).filter(
      (request) => Number(request['networkRequestTime']) <= loadMs,
    )
    return {
      performance: score('performance'),
      accessibility: score('accessibility'),
      'best practices': score('best-practices'),
      SEO: score('seo'),
      'FCP ms': value('first-contentful-paint'),
      'LCP ms': value('largest-contentful-paint'),
      'blocking ms': value('total-blocking-time'),
      CLS: value('cumulative-layout-shift'),
      requests: requests.length,
      scripts: requests.filter((request) => request['resourceType'] === 'Script').length,
      'benchmark index': environment.benchmarkIndex,
    }
  } finally {
    browser.kill()
  }
}

function itemsOf(details: unknown): readonly Record<string, unknown>[] {
  if (typeof details !== 'object' || details === null || !('items' in details)) return []
  return Array.isArray(details.items) ? details.items : []
}

/** The path of the first event of the list. */
async function anEvent(origin: string): Promise<string> {
  const response = await fetch(`${origin}/api/v1/events?per_page=1`)
  const { data } = (await response.json()) as { data: { items: { id: string }[] } }
  return `/events/${data.items[0]?.id}`
}
