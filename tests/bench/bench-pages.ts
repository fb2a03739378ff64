/**
 * `npm run bench:pages -- [--part server,cold] [--events 500] [--runs 5] [--against <built checkout>]`: what people feel of the built
 * product, a part after another: `server` pages a second to 20 connections; `cold` first visits on a slow phone (390x844, CPU x4,
 * 1.6 Mbit/s, 150 ms); `repeat` cold starts with and without a network, then the list and an event; `submit` an event with a phone's photo
 * without a network; `lighthouse` as it is published; `fold` what stands before the first event; `reviews` thirty reviews by keys alone.
 * Medians; the runs of two checkouts take turns. Exit code 1 when a bar is missed.
 */
import { parseArgs } from 'node:util'
import { findRunningEngine } from '@/server/platform/database/engine/start-engine'
import { withClient } from '../faults/write-load'
import { fillPublished } from '../fill/fill-published'
import { startDemoServer, type DemoServer } from '../support/demo-server'
import { measureFold, FOLD_BARS } from './pages/fold'
import { LIGHTHOUSE_BARS, visitByLighthouse } from './pages/lighthouse'
import { reviewByKeys } from './pages/reviews'
import { SUBMIT_BARS, submitOffline } from './pages/submit-offline'
import { CARDS, coldVisits, repeatVisits } from './pages/visits'
import { requestLoad } from './request-load'
import { type Bar, type Figures, conclude, judge, median } from './verdict'

interface Part {
  measure: (server: DemoServer) => Promise<Figures>
  bars: readonly Bar[]
  /** Where it is not the demonstration with so many events beside it. */
  isDemonstration?: boolean
}

const PAGES = ['/', '/events', 'an event', '/add-event']

const PARTS: Readonly<Record<string, Part>> = {
  server: {
    measure: pagesPerSecond,
    bars: PAGES.slice(0, 3).map((page) => [`${page}: pages a second from the cache`, 'at least', 2000]),
  },
  cold: {
    measure: ({ origin }) => coldVisits(origin, (line) => process.stderr.write(`${line}\n`)),
    bars: PAGES.flatMap((page): Bar[] => [
      [`${page} cold: FCP`, 'at most', 900],
      [`${page} cold: LCP`, 'at most', 1000],
      [`${page} cold: CLS`, 'at most', 0.01],
      [`${page} cold: blocking until 5 s after load`, 'at most', 350],
    ]),
  },
  repeat: {
    measure: ({ origin }) => repeatVisits(origin),
    bars: [
      ['/events repeat cold start to the list', 'at most', 1200],
      ['/events offline cold start to the list', 'at most', 1200],
      [`tap while the list grows to ${CARDS}: next paint, longest`, 'at most', 200],
      [`show filters over ${CARDS} cards: next paint`, 'at most', 200],
      [`filter ${CARDS} cards by a day: next paint`, 'at most', 200],
      ['search a word over a day: next paint, longest', 'at most', 200],
      ['open an event: painted', 'at most', 300],
    ],
  },
  submit: { measure: ({ origin }) => submitOffline(origin), bars: SUBMIT_BARS },
  lighthouse: { measure: visitByLighthouse, bars: LIGHTHOUSE_BARS, isDemonstration: true },
  fold: { measure: measureFold, bars: FOLD_BARS, isDemonstration: true },
  reviews: { measure: reviewByKeys, bars: [], isDemonstration: true },
}

const { values } = parseArgs({
  options: {
    part: { type: 'string', default: Object.keys(PARTS).join(',') },
    events: { type: 'string', default: '500' },
    runs: { type: 'string', default: '5' },
    against: { type: 'string' },
  },
})
const folders = [process.cwd(), ...(values.against === undefined ? [] : [values.against])]

for (const name of values.part.split(',')) {
  const part = PARTS[name]
  if (part === undefined) throw new Error(`There is no part ${name}: ${Object.keys(PARTS).join(', ')}`)
  await bench(part)
}

async function bench({ measure, bars, isDemonstration = false }: Part): Promise<void> {
  const servers = await Promise.all(
    folders.map((folder, index) => startDemoServer(3990 + index, folder, { LIMITS: 'off' })),
  )
  try {
    if (!isDemonstration) for (const server of servers) await fill(server)
    const runs: Figures[][] = servers.map(() => [])
    for (let run = 0; run < Number(values.runs); run += 1)
      for (const [index, server] of servers.entries()) runs[index]?.push(await measure(server))
    const [ours = {}, theirs] = runs.map(median)
    for (const [name, value] of Object.entries(ours)) {
      const columns = theirs === undefined ? [value] : [value, theirs[name] ?? Number.NaN]
      const shown = columns.map((figure) => figure.toFixed(figure < 2 ? 3 : 0).padStart(9))
      process.stdout.write(`${name.padEnd(60)}${shown.join('')}\n`)
    }
    conclude(judge(ours, bars))
  } finally {
    await Promise.all(servers.map(({ stop }) => stop()))
  }
}

async function fill({ dataDir }: DemoServer): Promise<void> {
  const engine = await findRunningEngine(dataDir)
  if (engine === undefined) throw new Error('The database does not respond')
  await withClient(engine, (client) => fillPublished(client, Number(values.events)))
}

/** Rendered pages a second, compressed as browsers ask for it. Rendered anew: each for a host of its own. */
async function pagesPerSecond({ origin }: DemoServer): Promise<Figures> {
  const response = await fetch(`${origin}/api/v1/events?per_page=1`)
  const { data } = (await response.json()) as { data: { items: { id: string }[] } }
  const figures: Figures = {}
  const headers = { 'accept-encoding': 'br' }
  for (const page of PAGES.slice(0, 3)) {
    const paths = [page === 'an event' ? `/events/${data.items[0]?.id}` : page]
    await requestLoad(origin, paths, { seconds: 1, headers })
    const cached = await requestLoad(origin, paths, { seconds: 3, headers })
    const anew = await requestLoad(origin, paths, { seconds: 3, headers, unique: true })
    figures[`${page}: pages a second from the cache`] = cached.perSecond
    figures[`${page}: p99 of those`] = cached.p99Ms
    figures[`${page}: pages a second rendered anew`] = anew.perSecond
  }
  return figures
}
