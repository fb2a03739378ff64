import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '@tests/support/app'
import { photoOf } from '@tests/support/offline-writings'
import { walk, type WalkParts } from './walk'

const SEEDS = Number(process.env['WALK_SEEDS'] ?? 25)
const FIRST_SEED = Number(process.env['WALK_FIRST_SEED'] ?? 1)
const STEPS = Number(process.env['WALK_STEPS'] ?? 60)

let app: TestApp
let parts: WalkParts

beforeAll(async () => {
  app = await buildTestApp()
  const jpeg = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#0b6e8a' } })
    .jpeg()
    .toBuffer()
  parts = { app, people: [await app.signIn(), await app.signIn()], photo: photoOf(jpeg), steps: STEPS }
})

afterAll(() => app.close())

it(
  `loses nothing and sends nothing twice in ${SEEDS} random lives of a phone`,
  async () => {
    for (let seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed += 1) {
      const log: string[] = []
      await walk(seed, parts, log).catch((error: unknown) => {
        throw new Error(`WALK_FIRST_SEED=${seed} WALK_SEEDS=1 — ${log.join(', ')}`, { cause: error })
      })
      expect(log.at(-1)).toBe('end')
    }
  },
  // The long form (1,000 seeds) is run by hand.
  SEEDS * 20_000,
)
