import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '@/server/platform/database/client'
import { findRunningEngine } from '@/server/platform/database/reach'
import { migrateDatabase } from '@/server/platform/database/migrate'
import {
  devices,
  events,
  identities,
  jobs,
  notifications,
  passkeys,
  recoveryCodes,
  registrations,
  sessions,
  totpSecrets,
  users,
} from '@/server/platform/database/schema'
import { keysFrom } from '@/server/http/auth/signed-token'
import { passwordFits } from '@/server/modules/auth/passwords'
import { refreshTokenKeys, openSession } from '@/server/modules/auth/sessions'
import { writeNextVersion } from '@tests/support/server/next-version'
import { runAdmin, serveDatabase } from './admin-command.fixture'
import type { Served } from './admin-command.fixture'

const FULL = { tags: ['full'] }

const SLOW = 120_000

let dir = ''
let dataDir = ''
let out = ''
let err = ''

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'admin-command-'))
  await chmod(dir, 0o755)
  dataDir = join(dir, 'data')
  await whileServing(async (_db, pool) => migrateDatabase(pool))
}, SLOW)
afterAll(() => rm(dir, { recursive: true, force: true }))

const whileServing = (work: Served) => serveDatabase(dataDir, work)

async function run(
  args: string[],
  env: Record<string, string> = { DATA_DIR: dataDir },
  more?: Parameters<typeof runAdmin>[2],
): Promise<number> {
  const done = await runAdmin(args, env, more)
  ;({ out, err } = done)
  return done.code
}

const eventRow = (title: string, email: string, userId: string | null) => ({
  id: crypto.randomUUID(),
  title,
  description: '',
  email,
  userId,
  locationName: 'Praia',
  latitude: 38.9,
  longitude: -9.4,
  timetable: { list: [] },
})

const account = async (db: Database, email: string) =>
  (await db.select().from(users).where(eq(users.email, email)))[0]
const printedPassword = () => /(?:password: |: )(\S{20})\s/.exec(out)?.[1] ?? ''

describe('npm run admin', { timeout: SLOW }, () => {
  it('creates an administrator who can sign in, also while the server is down', async () => {
    expect(await run(['create', 'Boss@Example.com'])).toBe(0)
    const password = printedPassword()
    expect(await findRunningEngine(dataDir)).toBeUndefined()
    await whileServing(async (db) => {
      const boss = await account(db, 'boss@example.com')
      expect(boss?.role).toBe('ADMIN')
      expect(await passwordFits(password, boss?.passwordHash)).toBe(true)
      expect(await run(['create', 'boss@example.com'])).toBe(1)
      expect(err).toContain('has an account already')
      expect(await account(db, 'boss@example.com')).toEqual(boss)
    })
  })

  it('finds an account however a keyboard writes the accents of its address', FULL, async () => {
    await whileServing(async (db) => {
      expect(await run(['create', 'Joa\u0303o@Example.pt'])).toBe(0)
      expect((await account(db, 'jo\u00E3o@example.pt'))?.role).toBe('ADMIN')
      expect(await run(['suspend', 'ana@'])).toBe(2)
      expect(err).toContain('ana@ is not an email address')
    })
  })

  it('resets a password while the server runs, and ends the sessions of the account', FULL, async () => {
    await whileServing(async (db) => {
      expect(await run(['create', 'second@example.com'])).toBe(0)
      const old = printedPassword()
      const { id = '' } = (await account(db, 'second@example.com')) ?? {}
      const { sessionId } = await openSession(
        db,
        { id, role: 'ADMIN' },
        {
          keys: refreshTokenKeys(keysFrom('a secret')),
          nowSeconds: Math.floor(Date.now() / 1000),
          userAgent: undefined,
          method: 'password',
        },
      )
      expect(await run(['reset-password', 'second@example.com'])).toBe(0)
      const fresh = printedPassword()
      expect(fresh).not.toBe(old)
      const after = await account(db, 'second@example.com')
      expect(await passwordFits(fresh, after?.passwordHash)).toBe(true)
      expect(await passwordFits(old, after?.passwordHash)).toBe(false)
      const [session] = await db.select().from(sessions).where(eq(sessions.id, sessionId))
      expect(session?.revokedAt).toBeInstanceOf(Date)
    })
  })

  it('takes the second factors of an account away, and ends its sessions', FULL, async () => {
    await whileServing(async (db) => {
      expect(await run(['create', 'locked-out@example.com'])).toBe(0)
      const { id = '' } = (await account(db, 'locked-out@example.com')) ?? {}
      const nowSeconds = Math.floor(Date.now() / 1000)
      const keys = refreshTokenKeys(keysFrom('a secret'))
      const { sessionId } = await openSession(
        db,
        { id, role: 'ADMIN' },
        { keys, nowSeconds, userAgent: undefined, method: 'password', hasSecondFactor: true },
      )
      await db.insert(totpSecrets).values({ userId: id, secret: 'encrypted', confirmedAt: new Date() })
      await db.insert(passkeys).values({
        credentialId: 'lost',
        userId: id,
        publicKey: 'key',
        signatureCount: 0,
        name: 'Lost key',
      })
      await db.insert(recoveryCodes).values({ hash: 'hash', userId: id })
      expect(await run(['reset-mfa', 'locked-out@example.com'])).toBe(0)
      expect(out).toContain('without a second factor now')
      expect(JSON.parse(err)).toMatchObject({ security: true, event: 'second-factor.removed', accountId: id })
      for (const table of [totpSecrets, passkeys, recoveryCodes])
        expect(await db.select().from(table).where(eq(table.userId, id))).toEqual([])
      const [session] = await db.select().from(sessions).where(eq(sessions.id, sessionId))
      expect(session?.revokedAt).toBeInstanceOf(Date)
      const waiting = await db.select({ payload: jobs.payload }).from(jobs)
      expect(waiting.map(({ payload }) => payload)).toContainEqual(
        expect.objectContaining({ template: 'second-factor-changed', id, change: 'reset' }),
      )
      expect(await run(['reset-mfa', 'locked-out@example.com'])).toBe(0)
      expect(out).toContain('had no second factor')
    })
  })

  it(
    'deletes an account with all that is its own; its published events stay, without owner and address',
    FULL,
    async () => {
      await whileServing(async (db, _pool, url) => {
        const env = { DATABASE_URL: url }
        const [id, other] = [crypto.randomUUID(), crypto.randomUUID()]
        await db.insert(users).values([
          { id, email: 'gone@example.com', name: 'Gone' },
          { id: other, email: 'stays@example.com', name: 'Stays' },
        ])
        await openSession(
          db,
          { id, role: 'USER' },
          {
            nowSeconds: Math.floor(Date.now() / 1000),
            userAgent: 'A browser',
            method: 'password',
            keys: refreshTokenKeys(keysFrom('a secret')),
          },
        )
        const device = { id: crypto.randomUUID(), deviceId: 'phone', deviceToken: 'token', userId: id }
        await db.insert(devices).values(device)
        await db
          .insert(notifications)
          .values({ id: crypto.randomUUID(), userId: id, deviceId: device.id, title: 'Hello', body: 'Hello' })
        await db.insert(identities).values({ provider: 'google', subject: 'gone', userId: id })
        await db.insert(registrations).values({
          id: crypto.randomUUID(),
          email: 'gone@example.com',
          name: 'Gone',
          passwordHash: 'x',
          locale: 'en',
        })
        await db
          .insert(events)
          .values([
            { ...eventRow('own', 'work@example.com', id), status: 'PUBLISHED' as const },
            eventRow('own, on review', 'work@example.com', id),
            eventRow('typed', 'Gone@Example.com', null),
            eventRow('other', 'stays@example.com', other),
          ])

        expect(await run(['delete', 'Gone@Example.com', '--yes'], env)).toBe(0)
        expect(out).toContain('gone@example.com is deleted')
        expect(JSON.parse(err)).toMatchObject({ security: true, event: 'account.deleted', accountId: id })
        expect(err).not.toContain('gone@example.com')
        expect(await account(db, 'gone@example.com')).toBeUndefined()
        expect(await account(db, 'stays@example.com')).toBeDefined()
        for (const table of [sessions, devices, notifications, identities])
          expect(await db.select().from(table).where(eq(table.userId, id))).toEqual([])
        expect(await db.select().from(registrations)).toEqual([])
        const left = await db
          .select({ title: events.title, email: events.email, userId: events.userId })
          .from(events)
          .orderBy(events.title)
        expect(left).toEqual([
          { title: 'other', email: 'stays@example.com', userId: other },
          { title: 'own', email: '', userId: null },
          { title: 'typed', email: '', userId: null },
        ])
        expect(await run(['delete', '--yes', 'gone@example.com'], env)).toBe(1)
        expect(err).toBe('Nobody has an account with gone@example.com.\n')
      })
    },
  )

  it('says who is not there, and how it is called', FULL, async () => {
    expect(await run(['promote', 'nobody@example.com'])).toBe(1)
    expect(err).toBe('Nobody has an account with nobody@example.com.\n')
    for (const args of [
      [],
      ['create'],
      ['remove', 'a@example.com'],
      ['create', 'nonsense'],
      ['toString', 'a@b.pt'],
    ]) {
      expect(await run(args)).toBe(2)
      expect(err).toContain('Usage:')
    }
  })

  it('writes nothing into tables of another version, and says what to do', FULL, async () => {
    await whileServing(async (_db, pool, url) => {
      const env = { DATABASE_URL: url }
      const notes = 'drizzle.__drizzle_migrations'
      const people = async () => (await pool.query('select * from users order by id')).rows as unknown[]
      const before = await people()
      const folder = join(dir, 'next')
      await writeNextVersion(folder, 'create table tides (day date primary key)')
      for (const deed of ['create', 'promote', 'reset-password']) {
        expect(await run([deed, 'boss@example.com'], env, { folder })).toBe(1)
        expect(err).toBe('The tables of the database are of an older version: start the server once.\n')
      }
      await pool.query(
        `insert into ${notes} (hash, created_at) select 'newer', max(created_at) + 1 from ${notes}`,
      )
      expect(await run(['create', 'third@example.com'], env)).toBe(1)
      expect(err).toBe(
        'The tables of the database are of a newer version, or of another program: use the version that made them.\n',
      )
      expect(await people()).toEqual(before)
      await pool.query(`delete from ${notes} where hash = 'newer'`)
      expect(await run(['create', 'third@example.com'], env)).toBe(0)
    })
  })

  it('makes no database where there is none', FULL, async () => {
    expect(await run(['create', 'a@example.com'], { DATA_DIR: join(dir, 'empty') })).toBe(1)
    expect(err).toContain('start the server once')
    expect(await readdir(dir)).not.toContain('empty')
    await whileServing(async (_db, pool, url) => {
      await pool.query('create database bare')
      const bare = url.replace('/ericeira?', '/bare?')
      expect(await run(['create', 'a@example.com'], { DATABASE_URL: bare })).toBe(1)
      expect(err).toBe('The database is empty: start the server once.\n')
    })
  })
})
