import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Limit } from '@/server/http/limits/limits'
import { buildTestApp, type TestApp } from '@tests/support/server/app'
import { jpeg } from '@tests/support/server/images'
import { photoOf } from '@tests/support/offline/outbox-contents'
import { walk, type WalkDeps } from './walk'

/** The short form belongs to every run; `npm run test:walk -- --seeds 1000` is the long one. */
const SEEDS = Number(process.env['WALK_SEEDS'] ?? 3)
const FIRST_SEED = Number(process.env['WALK_FIRST_SEED'] ?? 1)
/** A seed takes a second or two; on a machine that does other things besides, much longer. */
const SEED_TIMEOUT_MS = 120_000
const STEPS = Number(process.env['WALK_STEPS'] ?? 60)

/** Writes soon have to wait, as in a busy hour of the real product. */
const FEW: Limit = { of: ['submitEvent', 'sendSupportMessage'], by: 'network', max: 20, windowMs: 3_600_000 }

let first: TestApp
let second: TestApp
let deps: WalkDeps
const sums: Record<string, number> = {}

beforeAll(async () => {
  first = await buildTestApp({ limits: [FEW] })
  second = await buildTestApp({ limits: [FEW], beside: first })
  deps = {
    servers: [first, second],
    people: [await first.signIn(), await first.signIn()],
    photos: [await poster('#0b6e8a'), await poster('#c2410c'), await poster('#4d7c0f')],
    steps: STEPS,
  }
})

const poster = async (colour: string) => photoOf(await jpeg(colour, 64, 48))

afterAll(async () => {
  process.stderr.write(`${JSON.stringify(sums)}\n`)
  await second.close()
  await first.close()
})

describe('a random walk over a device loses nothing and sends nothing twice', () => {
  it.each(Array.from({ length: SEEDS }, (_, index) => FIRST_SEED + index))(
    'seed %i',
    async (seed) => {
      const log: string[] = []
      const counts = await walk(seed, deps, log).catch((error: unknown) => {
        const rerun = `WALK_FIRST_SEED=${seed} WALK_SEEDS=1 WALK_STEPS=${STEPS}`
        process.stderr.write(`\n${rerun}: ${log.join(', ')}\n${String(error)}\n`)
        throw error
      })
      for (const [name, count] of Object.entries(counts)) sums[name] = (sums[name] ?? 0) + count
      expect(log.at(-1)).toBe('end')
    },
    SEED_TIMEOUT_MS,
  )
})
