/**
 * `npm run bench:pages -- [--events 500] [--runs 5] [--part server|cold|repeat] [--against <built checkout>]`: web vitals and interactions on a slow phone,
 * measured on the built product with that many events: 390x844, CPU x4; first visits at 1.6 Mbit/s and 150 ms. Before that,
 * how many pages a second the server sends to 20 connections, from its cache and rendered anew. Medians. Exit code 1 when
 * a bar is missed.
 */
import { parseArgs } from 'node:util'
import { pagesPerSecond } from './pages/server-load'
import { startBenchServer } from './pages/server'
import { CARDS, coldVisits, repeatVisits } from './pages/measures'
import { medianOf, mediansOf } from './pages/median'
import type { Figures } from './pages/measures'
import { type Bar, conclude, judge } from './verdict'

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '500' },
    runs: { type: 'string', default: '5' },
    part: { type: 'string' },
    against: { type: 'string' },
  },
})
const count = Number(values.events)
const folders = [process.cwd(), ...(values.against === undefined ? [] : [values.against])]

const BARS: Readonly<Record<string, readonly Bar[]>> = {
  server: ['/', '/events', 'an event'].map((page) => [
    `${page}: pages a second from the cache`,
    'at least',
    2000,
  ]),
  cold: ['/', '/events', 'an event', '/add-event'].flatMap((page): Bar[] => [
    [`${page} cold: FCP`, 'at most', 750],
    [`${page} cold: LCP`, 'at most', 900],
    [`${page} cold: CLS`, 'at most', 0.01],
    [`${page} cold: blocking until 5 s after load`, 'at most', 200],
  ]),
  // With 500 events.
  repeat: [
    ['/events repeat cold start to the list', 'at most', 1000],
    ['/events offline cold start to the list', 'at most', 1000],
    [`tap while the list grows to ${CARDS}: next paint, longest`, 'at most', 100],
    [`show filters over ${CARDS} cards: next paint`, 'at most', 100],
    [`filter ${CARDS} cards by a day: next paint`, 'at most', 100],
    ['search a word over a day: next paint, longest', 'at most', 100],
    ['add a word: next paint, longest', 'at most', 100],
    ['open an event: painted', 'at most', 300],
    ['open the tides: next paint', 'at most', 100],
  ],
}

const servers = await Promise.all(
  folders.map((folder, index) => startBenchServer(folder, 3990 + index, count)),
)
try {
  const runs: Figures[][] = servers.map(() => [])
  for (let run = 0; run < Number(values.runs); run++) {
    for (const [index, { origin }] of servers.entries())
      runs[index]?.push({
        ...((values.part ?? 'server') === 'server' && (await pagesPerSecond(origin))),
        ...((values.part ?? 'cold') === 'cold' && {
          ...(await coldVisits(origin, run === 0 ? report : () => undefined)),
        }),
        ...((values.part ?? 'repeat') === 'repeat' && (await repeatVisits(origin))),
      })
  }
  for (const name of Object.keys(runs[0]?.[0] ?? {})) {
    const medians = runs.map((figures) => medianOf(figures, name))
    const shown = medians.map((value) => value.toFixed(value < 1 ? 3 : 0).padStart(8))
    process.stdout.write(`${name.padEnd(56)}${shown.join('')}\n`)
  }
  const bars = values.part === undefined ? Object.values(BARS).flat() : (BARS[values.part] ?? [])
  conclude(judge(mediansOf(runs[0] ?? []), bars))
} finally {
  await Promise.all(servers.map(({ stop }) => stop()))
}

/** Explains the figures of the first run. */
function report(line: string): void {
  process.stderr.write(`${line}\n`)
}
