import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '@/server/platform/database/client'
import { migrateDatabase } from '@/server/platform/database/migrate'
import { jobs, sessions, users } from '@/server/platform/database/schema'
import { keysFrom } from '@/server/http/auth/signed-token'
import { refreshTokenKeys, openSession } from '@/server/modules/auth/sessions'
import { runAdmin, serveDatabase } from './admin-command.fixture'
import type { Served } from './admin-command.fixture'

const FULL = { tags: ['full'] }

const SLOW = 120_000

let dir = ''
let dataDir = ''
let out = ''
let err = ''

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'admin-access-'))
  await chmod(dir, 0o755)
  dataDir = join(dir, 'data')
  await whileServing(async (_db, pool) => migrateDatabase(pool))
}, SLOW)
afterAll(() => rm(dir, { recursive: true, force: true }))

const whileServing = (work: Served) => serveDatabase(dataDir, work)

async function run(args: string[], env: Record<string, string> = { DATA_DIR: dataDir }): Promise<number> {
  const done = await runAdmin(args, env)
  ;({ out, err } = done)
  return done.code
}

const account = async (db: Database, email: string) =>
  (await db.select().from(users).where(eq(users.email, email)))[0]

const administrator = (email: string) => ({
  id: crypto.randomUUID(),
  email,
  name: email,
  role: 'ADMIN' as const,
})

describe('npm run admin, what an account may do', { timeout: SLOW }, () => {
  it('promotes an account through the address of a database, and ends its sessions', FULL, async () => {
    await whileServing(async (db, _pool, url) => {
      const id = crypto.randomUUID()
      await db.insert(users).values({ id, email: 'rita@example.com', name: 'Rita' })
      const nowSeconds = Math.floor(Date.now() / 1000)
      const keys = refreshTokenKeys(keysFrom('a secret'))
      const { sessionId } = await openSession(
        db,
        { id, role: 'USER' },
        { keys, nowSeconds, userAgent: undefined, method: 'password' },
      )
      expect(await run(['promote', 'rita@example.com'], { DATABASE_URL: url })).toBe(0)
      const [session] = await db.select().from(sessions).where(eq(sessions.id, sessionId))
      expect(session?.revokedAt).toBeInstanceOf(Date)
      const rita = await account(db, 'rita@example.com')
      expect(rita?.role).toBe('ADMIN')
      expect(JSON.parse(err)).toMatchObject({ security: true, event: 'role.changed', accountId: rita?.id })
      expect(err).not.toContain('rita@example.com')
      expect(await run(['promote', 'rita@example.com'], { DATABASE_URL: url })).toBe(0)
      expect(out).toContain('already')
    })
  })

  it('says of an account that it promotes when that is suspended', FULL, async () => {
    await whileServing(async (db, _pool, url) => {
      const rui = { id: crypto.randomUUID(), email: 'rui@example.com', name: 'Rui', suspendedAt: new Date() }
      await db.insert(users).values(rui)
      expect(await run(['promote', 'rui@example.com'], { DATABASE_URL: url })).toBe(0)
      expect(out).toBe(
        'rui@example.com is an administrator now. The account is suspended: it cannot sign in until it is reinstated.\n',
      )
      expect(await account(db, 'rui@example.com')).toMatchObject({
        role: 'ADMIN',
        suspendedAt: rui.suspendedAt,
      })
    })
  })

  it(
    'suspends an account, which ends its sessions and enqueues a mail, and reinstates it',
    FULL,
    async () => {
      await whileServing(async (db) => {
        expect(await run(['create', 'late@example.com'])).toBe(0)
        expect(await run(['create', 'stays@example.com'])).toBe(0)
        const { id = '' } = (await account(db, 'late@example.com')) ?? {}
        const nowSeconds = Math.floor(Date.now() / 1000)
        const keys = refreshTokenKeys(keysFrom('a secret'))
        const { sessionId } = await openSession(
          db,
          { id, role: 'ADMIN' },
          { keys, nowSeconds, userAgent: undefined, method: 'password' },
        )
        expect(await run(['suspend', 'Late@Example.com'])).toBe(0)
        expect(out).toBe('late@example.com is suspended now; all sessions have ended.\n')
        expect(JSON.parse(err)).toMatchObject({ security: true, event: 'account.suspended', accountId: id })
        expect((await account(db, 'late@example.com'))?.suspendedAt).toBeInstanceOf(Date)
        const [session] = await db.select().from(sessions).where(eq(sessions.id, sessionId))
        expect(session?.revokedAt).toBeInstanceOf(Date)
        expect(await run(['suspend', 'late@example.com'])).toBe(0)
        expect(out).toContain('is suspended already')

        expect(await run(['reinstate', 'late@example.com'])).toBe(0)
        expect(out).toBe('late@example.com can sign in again.\n')
        expect(JSON.parse(err)).toMatchObject({ security: true, event: 'account.reinstated', accountId: id })
        expect((await account(db, 'late@example.com'))?.suspendedAt).toBeNull()
        expect(await run(['reinstate', 'late@example.com'])).toBe(0)
        expect(out).toContain('is not suspended')
        const waiting = (await db.select({ payload: jobs.payload }).from(jobs)).filter(
          ({ payload }) => payload.id === id,
        )
        expect(waiting.map(({ payload }) => payload.template)).toEqual([
          'account-suspended',
          'account-reinstated',
        ])
        expect(await run(['reinstate', 'nobody@example.com'])).toBe(1)
      })
    },
  )

  it('says how it is called when it is asked', FULL, async () => {
    for (const word of ['--help', '-h', 'help']) {
      expect(await run([word])).toBe(0)
      expect([out.startsWith('Usage:'), err]).toEqual([true, ''])
    }
    // Only a deletion takes it.
    expect(await run(['suspend', 'a@example.com', '--yes'])).toBe(2)
  })

  it('keeps the last administrator who can sign in', async () => {
    await whileServing(async (db, _pool, url) => {
      const env = { DATABASE_URL: url }
      await db.delete(users)
      // Nobody can sign in with the first, and the second is suspended.
      await db.insert(users).values(administrator('rita@example.com'))
      const suspended = { ...administrator('rui@example.com'), passwordHash: 'x', suspendedAt: new Date() }
      await db.insert(users).values(suspended)
      expect(await run(['create', 'boss@example.com'], env)).toBe(0)
      for (const args of [
        ['suspend', 'boss@example.com'],
        ['delete', 'boss@example.com', '--yes'],
      ]) {
        expect(await run(args, env)).toBe(1)
        expect([out, err]).toEqual([
          '',
          'boss@example.com is the last administrator who can sign in: create or promote another one first.\n',
        ])
      }
      expect(await account(db, 'boss@example.com')).toMatchObject({ suspendedAt: null })
      expect(await run(['delete', 'rita@example.com', '--yes'], env)).toBe(0)
      expect(await run(['reinstate', 'rui@example.com'], env)).toBe(0)
      expect(await run(['suspend', 'boss@example.com'], env)).toBe(0)
    })
  })

  it('deletes nobody without a yes', FULL, async () => {
    await whileServing(async (db, _pool, url) => {
      const env = { DATABASE_URL: url }
      await db.insert(users).values({ id: crypto.randomUUID(), email: 'ana@example.com', name: 'Ana' })
      expect(await run(['delete', 'ana@example.com'], env)).toBe(1)
      expect(err).toContain('--yes')
      const questions: string[] = []
      const answer = (isWanted: boolean) => async (question: string) => {
        questions.push(question)
        return isWanted
      }
      const refused = await runAdmin(['delete', 'ana@example.com'], env, { confirm: answer(false) })
      expect([refused.code, refused.err]).toEqual([1, 'Nothing was deleted.\n'])
      expect(await account(db, 'ana@example.com')).toBeDefined()
      expect((await runAdmin(['delete', 'ana@example.com'], env, { confirm: answer(true) })).code).toBe(0)
      expect(await account(db, 'ana@example.com')).toBeUndefined()
      expect(questions).toHaveLength(2)
    })
  })
})
