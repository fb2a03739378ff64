import { setTimeout as pauseFor } from 'node:timers/promises'
import type { DemoServer } from '../../support/demo-server'
import { probeWhile, prepareFlood, floodMs, timeBarMs } from './attack'
import type { Attack } from './attack'

const FLOOD_MS = floodMs(10_000)
const ALONE_MS = floodMs(3000)
const MAX_FILE_P99_MS = timeBarMs(200)
const MAX_MB = 300
export const attacks: readonly Attack[] = [
  {
    name: 'a hundred connections that sign in',
    bar: `a file under ${MAX_FILE_P99_MS} ms p99, under ${MAX_MB} MB, what is shed gets 503 with Retry-After`,
    run: async (target) => {
      const script = await scriptOf(target)
      // How busy the machine is without us: on a quiet one a few milliseconds.
      const alone = await probeWhile(target, () => pauseFor(ALONE_MS), script)
      const flood = await prepareFlood(target, 'sign-ins', 100, FLOOD_MS)
      let statuses = ''
      const file = await probeWhile(
        target,
        async () => {
          statuses = await flood()
        },
        script,
      )
      return {
        figure: `p99 of a file ${file.p99Ms} ms (alone ${alone.p99Ms} ms), ${file.failed} failed, ${file.peakMb} MB; ${statuses}`,
        holds:
          file.p99Ms < MAX_FILE_P99_MS &&
          file.failed === 0 &&
          file.peakMb < MAX_MB &&
          !/no response|500|without Retry-After/.test(statuses),
      }
    },
  },
]

/** A file that every page needs. */
async function scriptOf({ origin }: DemoServer): Promise<string> {
  const page = await (await fetch(origin)).text()
  const [path] = /\/assets\/[\w./-]+\.js/.exec(page) ?? []
  if (path === undefined) throw new Error('the page has no script')
  return path
}
