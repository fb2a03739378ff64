/**
 * `npm run test:faults -- [--rounds 50] [--only kill]`: fault injection into the built server and its machine. Every acknowledged write has
 * to be stored exactly once, whatever happens. Prints a line for each fault; exit code 1 when a check failed.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import sharp from 'sharp'
import { bundleServer } from '../support/server/server-process'
import { databaseAway } from './database-away'
import { diskFull } from './disk-full'
import { diskReserve } from './disk-reserve'
import type { FaultReport } from './faulty-server'
import { killUnderLoad } from './kill'
import { terminateInMidRequest } from './termination'

const PHOTOS = 24

const FAULTS: Record<string, () => Promise<FaultReport | undefined>> = {
  termination: () => terminateInMidRequest(join(dir, 'termination')),
  disk: () => diskFull(join(dir, 'disk'), photos),
  reserve: () => diskReserve(join(dir, 'reserve'), photos),
  database: () => databaseAway(dir, photos),
  kill: () => killUnderLoad(join(dir, 'kill'), photos, Number(values.rounds)),
}

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '50' }, only: { type: 'string' } },
})
const chosen = Object.entries(FAULTS).filter(([name]) => values.only === undefined || values.only === name)
if (chosen.length === 0)
  throw new Error(`no fault ${values.only}: there are ${Object.keys(FAULTS).join(', ')}`)
const dir = await mkdtemp(join(tmpdir(), 'events-faults-'))
// The database runs as a user of its own, which has to read this folder.
await chmod(dir, 0o755)
await bundleServer()
const photos = await Promise.all(Array.from({ length: PHOTOS }, noise))

let failures = 0
function printReport(report: FaultReport | undefined): void {
  if (report === undefined) {
    process.stdout.write('not run: a disk that gets full. It needs root for a small file system.\n')
    return
  }
  const { name, problems, facts } = report
  failures += problems.length
  process.stdout.write(`${problems.length === 0 ? 'ok       ' : 'FAIL     '} ${name}: ${facts}\n`)
  for (const problem of problems) process.stdout.write(`          ${problem}\n`)
}

try {
  for (const [, inject] of chosen) printReport(await inject())
} finally {
  await rm(dir, { recursive: true, force: true })
}
process.exitCode = failures === 0 ? 0 : 1

/** An image of noise: unique, and hardly compressible. Base64. */
async function noise(): Promise<string> {
  const create = {
    width: 320,
    height: 240,
    channels: 3,
    noise: { type: 'gaussian', mean: 128, sigma: 40 },
  } as const
  const image = await sharp({ create: { ...create, background: '#000' } })
    .jpeg()
    .toBuffer()
  return image.toString('base64')
}
