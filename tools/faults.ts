/**
 * `npm run test:faults -- [--rounds 50]`: the built server while the machine fails it. Every acknowledged write has to be
 * there exactly once, whatever happens. Prints a line for each fault; exit code 1 when something was not as it must be.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { jpeg } from '../tests/support/pictures'
import { bundleServer } from '../tests/support/server-process'
import { databaseAway } from './faults/database-away'
import { diskFull } from './faults/disk-full'
import type { FaultReport } from './faults/faulty-server'
import { killUnderLoad } from './faults/kill'
import { terminateInMidRequest } from './faults/termination'

const PHOTOS = 12

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '50' } } })
const dir = await mkdtemp(join(tmpdir(), 'events-faults-'))
// The database has an account of its own, which has to get through here.
await chmod(dir, 0o755)
await bundleServer()
const photos = await Promise.all(
  Array.from({ length: PHOTOS }, async (_, number) =>
    (await jpeg(`#${(number * 19 + 32).toString(16).repeat(3)}`, 320, 240)).toString('base64'),
  ),
)

let failures = 0
function tell(report: FaultReport | undefined): void {
  if (report === undefined) {
    process.stdout.write('left out  disk full on photo write: needs root for a small file system\n')
    return
  }
  const { name, problems, facts } = report
  failures += problems.length
  process.stdout.write(`${problems.length === 0 ? 'ok       ' : 'FAIL     '} ${name}: ${facts}\n`)
  for (const problem of problems) process.stdout.write(`          ${problem}\n`)
}

try {
  tell(await terminateInMidRequest(join(dir, 'termination')))
  tell(await diskFull(join(dir, 'disk'), photos))
  tell(await databaseAway(dir, photos))
  tell(await killUnderLoad(join(dir, 'kill'), photos, Number(values.rounds)))
} finally {
  await rm(dir, { recursive: true, force: true })
}
process.exitCode = failures === 0 ? 0 : 1
