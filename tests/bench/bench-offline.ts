/**
 * `npm run bench:offline -- [--runs 5] [--part read|write]`: what a phone does without a network, on the built product: 390x844, CPU x4. Cold
 * start to the list with 500, 1,000 and 2,000 events, opening an event, filtering; submitting with a photo of 9 MB; sizes. Medians. Exit code 1
 * when a bar is missed.
 */
import { parseArgs } from 'node:util'
import { readOffline } from './offline/reading'
import { precacheSize } from './offline/sizes'
import { writeOffline } from './offline/writing'
import type { Figures } from './pages/measures'
import { mediansOf } from './pages/median'
import { startBenchServer } from './pages/server'
import { type Bar, conclude, judge } from './verdict'

const PORT = 3986
const SIZES = [500, 1000, 2000]
const READING: readonly Bar[] = [
  ['500 events: cold start to the list, ms', 'at most', 1000],
  ['2000 events: open an event, ms', 'at most', 300],
  ['2000 events: longest interaction, ms', 'at most', 150],
  ['2000 events: search a word, ms', 'at most', 100],
  ['2000 events: add a word, ms', 'at most', 100],
  ['2000 events: open the tides, ms', 'at most', 100],
]
const figures: Figures = {}

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '5' }, part: { type: 'string' } },
})

if (values.part !== 'write')
  for (const events of SIZES) await measure(events, (origin) => readOffline(origin, events))
if (values.part !== 'read') await measure(SIZES[0] ?? 0, (origin) => writeOffline(origin))
report([precacheSize('dist/client')])
conclude(judge(figures, values.part === 'write' ? [] : READING))

async function measure(events: number, run: (origin: string) => Promise<Figures>): Promise<void> {
  const server = await startBenchServer(process.cwd(), PORT, events)
  try {
    const runs: Figures[] = []
    for (let count = 0; count < Number(values.runs); count++) runs.push(await run(server.origin))
    report(runs)
  } finally {
    await server.stop()
  }
}

function report(runs: readonly Figures[]): void {
  const medians = mediansOf(runs)
  for (const [name, median] of Object.entries(medians))
    process.stdout.write(`${name.padEnd(60)}${median.toFixed(0).padStart(8)}\n`)
  Object.assign(figures, medians)
}
