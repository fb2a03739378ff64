import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import argon2 from '@node-rs/argon2'
import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import { inject } from 'vitest'
import type { Session } from '@/contract/accounts/auth'
import { DEFAULT_SETTINGS } from '@/contract/settings'
import { buildApp, type App } from '@/server/app'
import type { AppOptions } from '@/server/app-options'
import type { Database } from '@/server/platform/database/client'
import { deleteEvents } from '@/server/platform/database/events/change-log'
import { events, tags, users } from '@/server/platform/database/schema'
import { mailDir } from '@/server/platform/mail/file-mailer'
import { createWebPush, vapidKeysFrom } from '@/server/platform/push/web-push'
import { createLogger } from '@/server/platform/process/logger'
import { openPhotoStore } from '@/server/platform/photos/stores/s3-store'
import { createTestDatabase } from './database'
import { recordMails, type RecordedMails } from './recorded-mails'

/** A Monday in summer, 10:00 UTC, 11:00 in the village. */
export const TEST_NOW = '2026-06-15T10:00:00Z'
export const TEST_SECRET = 'a secret of the tests that is long enough'
/** Tags that every test database has. */
export const TEST_TAGS = ['surf', 'music', 'market', 'food', 'yoga'] as const

/** Everybody has the same, so that it is hashed once, and at a cost that a thousand sign-ins do not feel: a hash names its own. */
const PASSWORD = 'correct horse battery'
const ADMIN_TOKEN_MS = 7 * 60_000
const passwordHash = argon2.hash(PASSWORD, { memoryCost: 64, timeCost: 1, parallelism: 1 })

interface TestClock {
  nowMs(): number
  /** Sets the time, ISO 8601. */
  set(iso: string): void
  advance(by: { seconds?: number; minutes?: number; hours?: number; days?: number }): void
  /** How often it was set. */
  sets(): number
}

export interface TestApp {
  /** The real server without a port: `app.inject`. */
  app: FastifyInstance
  programme: App['programme']
  clearCaches: App['clearCaches']
  jobs: App['jobs']
  maintenance: App['maintenance']
  metrics: App['metrics']
  db: Database
  /** The connections that `db` takes. */
  pool: Pool
  clock: TestClock
  mails: RecordedMails
  /** `DATA_DIR`; photos are below. */
  dataDir: string
  /** An access token of one administrator that is valid for some minutes, whatever time it is. */
  admin(): Promise<string>
  /** A signed-in person. `role` defaults to USER, the address to a new one. */
  signIn(person?: { email?: string; role?: 'ADMIN' | 'USER' }): Promise<SignedIn>
  /** Deletes all events, as the back office does. */
  removeEvents(): Promise<void>
  close(): Promise<void>
}

export interface SignedIn {
  id: string
  email: string
  password: string
  token: string
  refreshToken: string
}

interface TestAppOptions extends Partial<
  Pick<
    AppOptions,
    | 'limits'
    | 'pool'
    | 'diskSpace'
    | 'responseCacheMs'
    | 'clientDir'
    | 'pages'
    | 'log'
    | 'identity'
    | 'push'
    | 'webPush'
    | 'storage'
  >
> {
  /** ISO 8601. */
  now?: string
  config?: Partial<AppOptions['config']>
  /** A server on the database of this one. */
  beside?: TestApp
}

export const TEST_VAPID_KEYS = vapidKeysFrom(Buffer.alloc(32, 7))

/** The real sender, with the keys of the tests. `extraOrigin`: of a push service on loopback. */
export function testWebPush(options: { extraOrigin?: string; nowMs?: () => number } = {}) {
  const subject = 'mailto:guide@example.com'
  return createWebPush({ ...TEST_VAPID_KEYS, subject, log: { warn: () => {} }, ...options })
}

/**
 * The real server on a real database and a real photo store, with a clock that is set by hand and mails that are recorded. It has no limits
 * unless they are given. Close it when done.
 */
export async function buildTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const { now = TEST_NOW, config, beside, ...rest } = options
  const clock = testClock(now)
  const dataDir = await mkdtemp(join(tmpdir(), 'events-app-'))
  const database = beside ? { ...beside, close: async () => {} } : await createTestDatabase()
  const mails = recordMails()
  const log = createLogger('silent')
  const { server, programme, clearCaches, jobs, maintenance, metrics } = await buildApp({
    db: database.db,
    clock,
    mailer: mails,
    storage: await openPhotoStore({ dataDir, photoBucket: undefined, log }),
    mailDir: mailDir(dataDir),
    config: {
      publicOrigin: undefined,
      corsOrigins: [],
      trustProxy: false,
      settings: DEFAULT_SETTINGS,
      jwtSecret: TEST_SECRET,
      mailOrigin: 'http://mail.test',
      ...config,
    },
    log,
    limits: [],
    shedsLoad: false,
    readingProgram: pathToFileURL(inject('readingProgram')),
    webPush: testWebPush(),
    ...rest,
  })
  if (beside === undefined)
    await database.db
      .insert(tags)
      .values(TEST_TAGS.map((key) => ({ id: randomUUID(), key, name: nameOf(key) })))

  const logIn = async (email: string, password: string) => {
    const response = await server.inject({
      method: 'POST',
      url: '/api/v1/auth/login',
      payload: { email, password },
    })
    return response.json<{ data: Session }>().data
  }
  const signIn: TestApp['signIn'] = async (person = {}) => {
    const email = person.email ?? `person-${randomUUID()}@example.com`
    const id = randomUUID()
    await database.db.insert(users).values({
      id,
      email,
      name: 'Maria Silva',
      role: person.role ?? 'USER',
      passwordHash: await passwordHash,
      createdAt: new Date(clock.nowMs()),
    })
    const data = await logIn(email, PASSWORD)
    return {
      id,
      email,
      password: PASSWORD,
      token: data.access_token.token,
      refreshToken: data.refresh_token.token,
    }
  }
  let admin: Promise<SignedIn> | undefined
  let adminToken = { value: '', fromMs: Number.POSITIVE_INFINITY, sets: 0 }

  return {
    app: server,
    programme,
    clearCaches,
    jobs,
    maintenance,
    metrics,
    db: database.db,
    pool: database.pool,
    clock,
    mails,
    dataDir,
    signIn,
    async admin() {
      const { email, password } = await (admin ??= signIn({ role: 'ADMIN' }))
      const nowMs = clock.nowMs()
      // Every review takes one: it serves for half of its life, while nobody sets the clock.
      const isFresh = nowMs >= adminToken.fromMs && nowMs < adminToken.fromMs + ADMIN_TOKEN_MS
      if (!isFresh || adminToken.sets !== clock.sets())
        adminToken = {
          value: (await logIn(email, password)).access_token.token,
          fromMs: nowMs,
          sets: clock.sets(),
        }
      return adminToken.value
    },
    async removeEvents() {
      await database.db.transaction(async (tx) => {
        const all = await tx.select({ id: events.id }).from(events)
        const ids = all.map(({ id }) => id)
        await deleteEvents(tx, ids, Math.floor(clock.nowMs() / 1000))
      })
      clearCaches()
    },
    async close() {
      await server.close()
      await database.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

function testClock(start: string): TestClock {
  let now = Temporal.Instant.from(start).epochMilliseconds
  let sets = 0
  return {
    nowMs: () => now,
    sets: () => sets,
    set(iso) {
      sets += 1
      now = Temporal.Instant.from(iso).epochMilliseconds
    },
    advance({ seconds = 0, minutes = 0, hours = 0, days = 0 }) {
      now += (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000
    },
  }
}

function nameOf(key: string): string {
  return key.charAt(0).toUpperCase() + key.slice(1)
}
