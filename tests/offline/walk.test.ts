import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, onTestFailed } from 'vitest'
import type { Limit } from '@/server/http/limits/limits'
import { buildTestApp, type TestApp } from '@tests/support/server/app'
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

let app: TestApp
let deps: WalkDeps

beforeAll(async () => {
  app = await buildTestApp({ limits: [FEW] })
  const jpeg = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#0b6e8a' } })
    .jpeg()
    .toBuffer()
  deps = { app, people: [await app.signIn(), await app.signIn()], photo: photoOf(jpeg), steps: STEPS }
})

afterAll(() => app.close())

describe('a random walk of a phone loses nothing and sends nothing twice', () => {
  it.each(Array.from({ length: SEEDS }, (_, index) => FIRST_SEED + index))(
    'seed %i',
    async (seed) => {
      const log: string[] = []
      onTestFailed(() => {
        process.stderr.write(
          `\nWALK_FIRST_SEED=${seed} WALK_SEEDS=1 WALK_STEPS=${STEPS}: ${log.join(', ')}\n`,
        )
      })
      await walk(seed, deps, log)
      expect(log.at(-1)).toBe('end')
    },
    SEED_TIMEOUT_MS,
  )
})
