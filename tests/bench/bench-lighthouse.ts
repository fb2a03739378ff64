/**
 * `npm run bench:lighthouse -- [--runs 5] [--path /events] [--against <built checkout>]`: Lighthouse as it is published, with its mobile
 * defaults, on the built product with the demonstration programme. Medians: scores of 0 to 1, milliseconds, and how many requests and
 * scripts a page takes until it is complete; last Lighthouse's own index of how fast the machine is. Exit code 1 when a bar is missed. With `--against` the runs of both products take turns, so that a busy machine is so for both.
 */
import { parseArgs } from 'node:util'
import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'
import { CHROMIUM_ARGS, findChromium } from '../../tools/chromium'
import { startDemoServer } from '../support/demo-server'
import { medianOf, mediansOf } from './pages/median'
import type { Figures } from './pages/measures'
import { type Bar, type Verdict, conclude, judge } from './verdict'

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '5' },
    path: { type: 'string' },
    against: { type: 'string' },
  },
})
const folders = [process.cwd(), ...(values.against === undefined ? [] : [values.against])]
const PORT = 3980

/** The form has more to load before it reacts. */
const barsOf = (path: string): Bar[] => [
  ['performance', 'at least', path === '/add-event' ? 0.95 : 0.98],
  ['accessibility', 'at least', 1],
  ['best practices', 'at least', 1],
  ['SEO', 'at least', 1],
  ['blocking ms', 'at most', 200],
  ['CLS', 'at most', 0.01],
  ['requests', 'at most', 20],
  ['scripts', 'at most', 12],
]

const servers = await Promise.all(folders.map((folder, index) => startDemoServer(PORT + index, folder)))
const verdicts: Verdict[] = []
try {
  for (const path of values.path === undefined ? ['/', '/events', 'an event', '/add-event'] : [values.path]) {
    const runs: Figures[][] = servers.map(() => [])
    for (let run = 0; run < Number(values.runs); run++)
      for (const [index, { origin }] of servers.entries())
        runs[index]?.push(await visit(origin + (path === 'an event' ? await anEvent(origin) : path)))
    process.stdout.write(`${path}\n`)
    for (const name of Object.keys(runs[0]?.[0] ?? {})) {
      const medians = runs.map((figures) => medianOf(figures, name))
      const shown = medians.map((value) => value.toFixed(value < 2 ? 3 : 0).padStart(9))
      process.stdout.write(`  ${name.padEnd(20)}${shown.join('')}\n`)
    }
    const ofPath = judge(mediansOf(runs[0] ?? []), barsOf(path))
    verdicts.push(...ofPath.map(([text, isMet]): Verdict => [`${path}, ${text}`, isMet]))
  }
} finally {
  await Promise.all(servers.map(({ stop }) => stop()))
}
conclude(verdicts)

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
