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
import { killUnderLoad } from './kill'

const PHOTOS = 24

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '50' }, only: { type: 'string' } },
})
const dir = await mkdtemp(join(tmpdir(), 'events-faults-'))
// The database runs as a user of its own, which has to read this folder.
await chmod(dir, 0o755)
await bundleServer()
const photos = await Promise.all(Array.from({ length: PHOTOS }, noise))
const faults = {
  disk: () => diskFull(join(dir, 'disk'), photos),
  database: () => databaseAway(dir, photos),
  kill: () => killUnderLoad(join(dir, 'kill'), photos, Number(values.rounds)),
}

try {
  for (const [fault, inject] of Object.entries(faults)) {
    if (values.only !== undefined && values.only !== fault) continue
    const { name, problems, facts } = await inject()
    process.stdout.write(`${problems.length === 0 ? 'ok  ' : 'FAIL'} ${name}: ${facts}\n`)
    for (const problem of problems) process.stdout.write(`     ${problem}\n`)
    if (problems.length > 0) process.exitCode = 1
  }
} finally {
  await rm(dir, { recursive: true, force: true })
}

/** An image of noise: unique, and hardly compressible. */
function noise(): Promise<Buffer> {
  const grain = { type: 'gaussian', mean: 128, sigma: 40 } as const
  return sharp({ create: { width: 320, height: 240, channels: 3, background: '#000', noise: grain } })
    .jpeg()
    .toBuffer()
}
