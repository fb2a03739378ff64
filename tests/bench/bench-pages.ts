/**
 * `npm run bench:pages -- [--events 1000] [--runs 5] [--part server|cold|repeat] [--against <built checkout>]`: web vitals and interactions on a slow phone,
 * measured on the built product with that many events: 390x844, CPU x4; first visits at 1.6 Mbit/s and 150 ms. Before that,
 * how many pages a second the server sends to 20 connections, from its cache and rendered anew. Medians.
 */
import { parseArgs } from 'node:util'
import { pagesPerSecond } from './pages/server-load'
import { startBenchServer } from './pages/server'
import { coldVisits, repeatVisits } from './pages/measures'
import { medianOf } from './pages/median'
import type { Figures } from './pages/measures'

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '1000' },
    runs: { type: 'string', default: '5' },
    part: { type: 'string' },
    against: { type: 'string' },
  },
})
const count = Number(values.events)
const folders = [process.cwd(), ...(values.against === undefined ? [] : [values.against])]

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
} finally {
  await Promise.all(servers.map(({ stop }) => stop()))
}

/** Explains the figures of the first run. */
function report(line: string): void {
  process.stderr.write(`${line}\n`)
}
