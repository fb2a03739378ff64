import { randomUUID } from 'node:crypto'
import { chmod, chown, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { asc, eq } from 'drizzle-orm'
import { Pool } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addressOf, createTestDatabase, type TestDatabase } from '@tests/support/server/database'
import { commandLine } from '@/server/command-line'
import { keysFrom } from '@/server/http/auth/signed-token'
import { passwordFits } from '@/server/modules/auth/passwords'
import { openSession, refreshTokenKey } from '@/server/modules/auth/sessions'
import { startEmbeddedEngine } from '@/server/platform/database/engine/start-engine'
import { migrateDatabase } from '@/server/platform/database/migrate'
import { jobs, secondFactors, sessions, users } from '@/server/platform/database/schema'

const FULL = { tags: ['full'] }
/** An account that is nobody's. */
const ACCOUNT = 54_321

let dir = ''
let database: TestDatabase
let environment: Record<string, string> = {}
let out = ''
let err = ''

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'events-commands-'))
  await chmod(dir, 0o755)
  database = await createTestDatabase()
})
beforeEach(async () => void (environment = { DATABASE_URL: await addressOf(database) }))
afterAll(async () => {
  await database.close()
  await rm(dir, { recursive: true, force: true })
})

async function run(args: string[]): Promise<number> {
  ;[out, err] = ['', '']
  const context = { out: (text: string) => void (out += text), err: (text: string) => void (err += text) }
  return commandLine({ args, env: environment, ...context })
}
const admin = (...args: string[]) => run(['admin', ...args])

const accountOf = async (email: string) =>
  (await database.db.select().from(users).where(eq(users.email, email)))[0]
const printedPassword = () => /(?:password: |: )(\S{20})\s/.exec(out)?.[1] ?? ''

/** Opens a session of the account, and gives how to find out whether it has ended. */
async function signIn(email: string): Promise<() => Promise<boolean>> {
  const { id = '', role = 'USER' } = (await accountOf(email)) ?? {}
  const { sessionId } = await openSession(
    database.db,
    { id, role },
    {
      key: refreshTokenKey(keysFrom('a secret')),
      nowSeconds: Math.floor(Date.now() / 1000),
      source: { userAgent: undefined },
      method: 'password',
    },
  )
  return async () => {
    const [session] = await database.db.select().from(sessions).where(eq(sessions.id, sessionId))
    return session?.revokedAt instanceof Date
  }
}

async function mailsOf(email: string): Promise<unknown[]> {
  const id = (await accountOf(email))?.id
  const rows = await database.db.select({ payload: jobs.payload }).from(jobs).orderBy(asc(jobs.createdAt))
  return rows.filter(({ payload }) => payload.id === id).map(({ payload }) => payload.template)
}

/** Does with the database what the server does, for the time of `work`. */
async function whileServing(name: string, work: (pool: Pool) => Promise<unknown>): Promise<void> {
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const engine = await startEmbeddedEngine({ dataDir: join(dir, name), log })
  const pool = new Pool(engine.connection)
  // The pool does not wait until its connections are closed; the engine may be there first.
  pool.on('error', () => undefined)
  try {
    await work(pool)
  } finally {
    await pool.end()
    await engine.stop()
  }
}

describe('npm run admin', () => {
  it('creates an administrator who can sign in, however a keyboard writes the accents of the address', async () => {
    expect(await admin('create', 'Joa\u0303o@Example.pt')).toBe(0)
    const created = await accountOf('jo\u00E3o@example.pt')
    expect(created?.role).toBe('ADMIN')
    expect(await passwordFits(printedPassword(), created?.passwordHash)).toBe(true)
    expect(await admin('create', 'jo\u00E3o@example.pt')).toBe(1)
    expect(err).toContain('has an account already')
    expect(await accountOf('jo\u00E3o@example.pt')).toEqual(created)
  })

  it('resets a password, and ends the sessions of the account', FULL, async () => {
    await admin('create', 'second@example.com')
    const old = printedPassword()
    const hasEnded = await signIn('second@example.com')
    expect(await admin('reset-password', 'second@example.com')).toBe(0)
    const after = await accountOf('second@example.com')
    expect(await passwordFits(printedPassword(), after?.passwordHash)).toBe(true)
    expect(await passwordFits(old, after?.passwordHash)).toBe(false)
    expect(await hasEnded()).toBe(true)
  })

  it('takes the second factors of an account away, mails it, and ends its sessions', FULL, async () => {
    await admin('create', 'locked-out@example.com')
    const { id = '' } = (await accountOf('locked-out@example.com')) ?? {}
    const hasEnded = await signIn('locked-out@example.com')
    await database.db.insert(secondFactors).values({ userId: id, salt: 'x', confirmedAt: new Date() })
    expect(await admin('reset-mfa', 'locked-out@example.com')).toBe(0)
    expect(out).toContain('without a second factor now')
    expect(JSON.parse(err)).toMatchObject({ security: true, event: 'second-factor.removed', accountId: id })
    expect(await database.db.$count(secondFactors, eq(secondFactors.userId, id))).toBe(0)
    expect([await hasEnded(), await mailsOf('locked-out@example.com')]).toEqual([
      true,
      ['second-factor-changed'],
    ])
  })

  it('promotes an account, ends its sessions and its suspension', FULL, async () => {
    const rita = { id: randomUUID(), email: 'rita@example.com', name: 'Rita' }
    await database.db.insert(users).values(rita)
    const hasEnded = await signIn('rita@example.com')
    await database.db.update(users).set({ suspendedAt: new Date() }).where(eq(users.id, rita.id))
    expect(await admin('promote', 'rita@example.com')).toBe(0)
    expect(await accountOf('rita@example.com')).toMatchObject({ role: 'ADMIN', suspendedAt: null })
    expect(await hasEnded()).toBe(true)
    expect(JSON.parse(err)).toMatchObject({ security: true, event: 'role.changed', accountId: rita.id })
    expect(err).not.toContain('rita@example.com')
  })

  it('says how it is called', async () => {
    for (const args of [['create'], ['create', 'nobody'], ['delete', 'rita@example.com'], ['--now']])
      expect([await admin(...args), err]).toEqual([2, expect.stringContaining('Usage:')])
  })
})

describe('the commands on an embedded database', { ...FULL, timeout: 60_000 }, () => {
  let file = ''
  beforeAll(async () => {
    file = join(dir, 'guide.tar.gz')
    await whileServing('data', (pool) => migrateDatabase(pool.options))
  })
  beforeEach(() => void (environment = { DATA_DIR: join(dir, 'data') }))

  it('work while the server runs and when it does not, and make a guide out of a file', async () => {
    expect(await admin('create', 'boss@example.com')).toBe(0)
    await whileServing('data', async (pool) => {
      expect(await admin('create', 'other@example.com')).toBe(0)
      expect(await run(['backup', file])).toBe(0)
      expect(out).toMatch(/^Wrote .*guide\.tar\.gz: \d+ rows, 0 pictures\. It holds personal data/)
      expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
      expect(await run(['restore', file, '--replace'])).toBe(1)
      expect(err).toBe('A server is using the database: stop it first.\n')
    })
    environment = { DATA_DIR: join(dir, 'new-home') }
    expect(await run(['restore', file])).toBe(0)
    expect(out).toMatch(/^Restored .*guide\.tar\.gz of \d{4}-.*: \d+ rows, 0 pictures\.\n$/)
    expect((await stat(join(dir, 'new-home'))).mode & 0o077).toBe(0)
    await whileServing('new-home', async (pool) => {
      expect((await pool.query('select email from users order by 1')).rows).toEqual([
        { email: 'boss@example.com' },
        { email: 'other@example.com' },
      ])
    })
  })

  it.runIf(process.getuid?.() === 0)('by root are for the account that owns the directory', async () => {
    const home = join(dir, 'home-of-an-account')
    await mkdir(home)
    await chown(home, ACCOUNT, ACCOUNT)
    environment = { DATA_DIR: home }
    expect(await run(['restore', file])).toBe(0)
    const entries = await readdir(home, { recursive: true })
    const owners = await Promise.all(entries.map(async (entry) => (await stat(join(home, entry))).uid))
    expect(new Set(owners)).toEqual(new Set([ACCOUNT]))
  })

  it('make no database where there is none, and leave that of DATABASE_URL to PostgreSQL’s own tools', async () => {
    const empty = join(dir, 'empty')
    environment = { DATA_DIR: empty }
    for (const args of [
      ['backup', 'x'],
      ['admin', 'create', 'a@example.com'],
    ]) {
      expect(await run(args)).toBe(1)
      expect(err).toBe(`There is no database in ${empty} yet: start the server once.\n`)
    }
    expect(await readdir(dir)).not.toContain('empty')
    environment = { DATABASE_URL: 'postgres://ana:secret@127.0.0.1:9/guide' }
    for (const command of ['backup', 'restore']) {
      expect(await run([command, 'x'])).toBe(1)
      expect(err).toContain('pg_dump')
    }
    expect(await run(['settle'])).toBe(1)
    expect(err).toBe('The database cannot be reached (ECONNREFUSED). Is it running?\n')
  })
})
