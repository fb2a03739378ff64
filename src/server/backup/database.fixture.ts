// Guides to back up and restore: databases of one embedded engine, each with its directory of photos.

import { randomUUID } from 'node:crypto'
import { chmod, mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Pool } from 'pg'
import type { PoolClient } from 'pg'
import { startEmbeddedEngine } from '@/server/platform/database/engine/start-engine'
import type { EmbeddedEngine } from '@/server/platform/database/engine/start-engine'
import { migrateDatabase } from '@/server/platform/database/migrate'
import { pictureFiles } from '@tests/support/server/images'
import { openDiskPhotoStore, photosDir } from '@/server/platform/photos/stores/disk-store'
import type { PhotoStore } from '@/server/platform/photos/stores/store'

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }

export interface TestDatabase {
  pool: Pool
  photos: PhotoStore
  photosDir: string
}

export interface DatabaseHarness {
  dir: string
  engine: EmbeddedEngine
  /** A guide with empty tables, or with none. */
  open(settings?: { migrated?: boolean }): Promise<TestDatabase>
  close(): Promise<void>
}

export async function openHarness(): Promise<DatabaseHarness> {
  const dir = await mkdtemp(join(tmpdir(), 'backup-test-'))
  await chmod(dir, 0o755)
  const engine = await startEmbeddedEngine({ dataDir: join(dir, 'data'), log: silent })
  const pools: Pool[] = []
  const poolOf = (database: string) => {
    // The engine has forty connections: a fast machine opens more guides in ten seconds, which is the default.
    const pool = new Pool({
      ...engine.connection,
      database,
      application_name: 'backup-test',
      idleTimeoutMillis: 500,
    })
    pool.on('error', () => undefined)
    pools.push(pool)
    return pool
  }
  const main = poolOf(engine.connection.database)
  const template = 'guide_template'
  await main.query(`create database ${template}`)
  const templatePool = new Pool({ ...engine.connection, database: template })
  await migrateDatabase(templatePool)
  await templatePool.end()
  const open = async ({ migrated = true } = {}): Promise<TestDatabase> => {
    const name = `guide_${randomUUID().slice(0, 8)}`
    await main.query(`create database ${name} template ${migrated ? template : 'template0'}`)
    const pool = poolOf(name)
    const dataDir = join(dir, name)
    return { pool, photos: await openDiskPhotoStore(dataDir), photosDir: photosDir(dataDir) }
  }
  return {
    dir,
    engine,
    open,
    close: async () => {
      await Promise.all(pools.map((pool) => pool.end()))
      await engine.stop()
      await rm(dir, { recursive: true, force: true })
    },
  }
}

/** Everything that a restore must bring back, or must have left alone: rows as text and pictures as bytes. */
export async function contentsOf({ pool, photosDir: dir }: TestDatabase): Promise<Record<string, string[]>> {
  const tables = `select table_name as name from information_schema.tables where table_schema = 'public' order by 1`
  const contents: Record<string, string[]> = {}
  for (const { name } of (await pool.query(tables)).rows as { name: string }[]) {
    const { rows } = await pool.query(`select ${name}::text as row from ${name} order by 1`)
    contents[name] = (rows as { row: string }[]).map(({ row }) => row)
  }
  const files = (await readdir(dir)).filter((name) => !name.startsWith('.')).toSorted()
  contents.pictures = await Promise.all(
    files.map(async (name) => `${name} ${await readFile(join(dir, name), 'latin1')}`),
  )
  return contents
}

/** Puts away a photo whose pictures hold this word. */
export async function storePhoto(photos: PhotoStore, word: string): Promise<string> {
  const files = pictureFiles(word)
  return (await photos.put({ width: 4, height: 3, focus: { x: 50, y: 50 }, color: '#808080', files })).name
}

/** An event with two schedules and a tag, all or nothing. */
export async function insertEvent(
  pool: Pool | PoolClient,
  title: string,
  photo: string | null = null,
): Promise<string> {
  const id = randomUUID()
  await pool.query(
    `with event as (
       insert into events (id, title, description, email, location_name, latitude, longitude, timetable, photo_hash)
       values ($1, $2, $3, 'ana@example.com', 'Praia', 38.963101, -9.4170000000000016, '{"list":[{"start_time":1}]}', $4)
       returning id
     ), tag as (insert into tags (id, key, name) values (gen_random_uuid(), $1::text, $2) returning id),
     event_tag as (insert into event_tags (event_id, tag_id) select event.id, tag.id from event, tag)
     insert into schedules (id, event_id, start_at, end_at, is_all_day)
     select gen_random_uuid(), event.id, now(), now() + n * interval '1 hour', false
     from event, generate_series(1, 2) n`,
    [id, title, 'Linha um\nlinha\tdois \\N \\. “aspas” 🌊', photo],
  )
  return id
}
