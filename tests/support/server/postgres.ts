import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, type PoolConfig } from 'pg'
import { build } from 'vite'
import type { TestProject } from 'vitest/node'
import { startEmbeddedEngine } from '@/server/platform/database/engine/start-engine'
import { migrateDatabase } from '@/server/platform/database/migrate'

declare module 'vitest' {
  export interface ProvidedContext {
    postgres: { connection: PoolConfig; template: string; isShared: boolean }
    /** The path of the program that reads calendars, in one file: a thread of it starts in a third of the time that its sources take. */
    readingProgram: string
  }
}

const SILENT = { info: () => {}, warn: () => {}, error: () => {} }

/**
 * Vitest's global set-up: one PostgreSQL for all test files (`TEST_DATABASE_URL`, or the embedded one in a
 * temporary folder) with a migrated template, from which each file makes its own database.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startServer()
  const template = `template_${process.pid}_${Date.now().toString(36)}`
  await query(server.connection, `create database ${template}`)
  await migrateDatabase({ ...server.connection, database: template })
  const programs = await mkdtemp(join(tmpdir(), 'events-programs-'))
  project.provide('readingProgram', await bundleReading(programs))
  project.provide('postgres', { connection: server.connection, template, isShared: server.isShared })
  return async () => {
    if (server.isShared) await query(server.connection, `drop database if exists ${template} with (force)`)
    await server.stop()
    await rm(programs, { recursive: true, force: true })
  }
}

async function bundleReading(outDir: string): Promise<string> {
  await build({
    configFile: false,
    logLevel: 'error',
    resolve: { tsconfigPaths: true },
    ssr: { noExternal: true },
    build: {
      ssr: 'src/server/modules/import/reading-worker.ts',
      outDir,
      copyPublicDir: false,
      rolldownOptions: { output: { codeSplitting: false, entryFileNames: 'reading-worker.mjs' } },
    },
  })
  return join(outDir, 'reading-worker.mjs')
}

async function startServer(): Promise<{
  connection: PoolConfig
  isShared: boolean
  stop: () => Promise<void>
}> {
  const url = process.env.TEST_DATABASE_URL
  if (url) return { connection: connectionOf(url), isShared: true, stop: async () => {} }
  const dataDir = await mkdtemp(join(tmpdir(), 'events-test-'))
  const engine = await startEmbeddedEngine({ dataDir, log: SILENT })
  // The data of a test need not survive a loss of power, nor its hundred databases be tidied each minute.
  await query(engine.connection, 'alter role all set synchronous_commit = off')
  for (const setting of ['fsync', 'full_page_writes', 'autovacuum'])
    await query(engine.connection, `alter system set ${setting} = off`)
  await query(engine.connection, 'select pg_reload_conf()')
  return {
    connection: { ...engine.connection },
    isShared: false,
    async stop() {
      await engine.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** The connection in parts: a connection string would win over the `database` that each test file names. */
function connectionOf(url: string): PoolConfig {
  const { hostname, port, username, password, pathname } = new URL(url)
  return {
    host: hostname,
    port: Number(port || 5432),
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    database: pathname.slice(1) || 'postgres',
  }
}

/** One statement on the server itself, not on a database of a test. */
export async function query(connection: PoolConfig, statement: string): Promise<void> {
  const client = new Client(connection)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
