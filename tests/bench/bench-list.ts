/**
 * `npm run bench:list -- [--rows 1000,10000] [--against <built checkout>]`: the events list of the back office in the built
 * product: loads that many rows by scrolling, then measures frames (ms) while it is scrolled at reading speed, fast, and
 * while pages load; and from a click to the next paint: one checkbox, select-all, an event and back. 10,000 rows are 500 pages one after
 * another: after five minutes the list is measured as long as it is then.
 */
import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { loadRows, measureList, openList } from './list/measures'
import type { Figures } from './list/measures'
import { CHROMIUM_ARGS, findChromium } from '../../tools/chromium'
import { startDemoServer } from '../support/demo-server'

const PORT = 3988

const { values } = parseArgs({
  options: { rows: { type: 'string', default: '1000,10000' }, against: { type: 'string' } },
})
const sizes = values.rows.split(',').map(Number)
const folders = [process.cwd(), ...(values.against === undefined ? [] : [values.against])]
const columns: Figures[] = []

for (const folder of folders) for (const rows of sizes) columns.push(await bench(folder, rows))
printRow(
  'rows',
  folders.flatMap(() => sizes),
)
for (const name of Object.keys(columns[0] ?? {}))
  printRow(
    name,
    columns.map((figures) => figures[name] ?? Number.NaN),
  )

function printRow(name: string, figures: readonly number[]): void {
  const cells = figures.map((figure) => (figure < 100 ? figure.toFixed(1) : figure.toFixed(0)).padStart(9))
  process.stdout.write(`${name.padEnd(36)}${cells.join('')}\n`)
}

async function bench(folder: string, rows: number): Promise<Figures> {
  const server = await startDemoServer(PORT, folder, { LIMITS: 'off' })
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: [...CHROMIUM_ARGS, '--enable-precise-memory-info'],
  })
  try {
    fill(server.dataDir, rows)
    const page = await browser.newPage({
      baseURL: server.origin,
      locale: 'en-GB',
      viewport: { width: 1280, height: 900 },
    })
    await openList(page)
    const onProgress = (loaded: number, seconds: number) =>
      process.stdout.write(`${loaded} of ${rows} rows after ${seconds.toFixed(0)} s\n`)
    return { ...(await loadRows(page, rows, onProgress)), ...(await measureList(page)) }
  } finally {
    await browser.close()
    await server.stop()
  }
}

function fill(dataDir: string, events: number): void {
  const options = ['--events', String(events), '--users', '0', '--photos', '12']
  const { status } = spawnSync(
    process.execPath,
    ['--import', 'tsx', 'tests/fill/fill-guide.ts', ...options],
    {
      stdio: 'inherit',
      env: { ...process.env, DATA_DIR: dataDir },
    },
  )
  if (status !== 0) throw new Error('the guide could not be filled')
}
