import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { ensureTemporal } from '@/domain/temporal'
import { SITE } from '@/site'
import { ensureAdministrator } from './administrator'
import type { NewAdministrator } from './administrator'
import { buildApp } from './app'
import type { Config } from './config'
import { connect } from './database/client'
import type { Database } from './database/client'
import { loadDemo } from './database/demo/load-demo'
import { migrateDatabase } from './database/migrate'
import { announceServer } from './database/presence'
import { users } from './database/schema'
import { openDatabaseSource } from './database-source'
import { posterPhotos } from './demo-photos'
import { nowDate, nowSeconds, systemClock } from './http/clock'
import { keptSecret } from './jwt-secret'
import { createFileMailer } from './mail/file-mailer'
import type { Mailer } from './mail/mailer'
import { createSmtpMailer } from './mail/smtp-mailer'
import { pushSender, signInProviders } from './outside-services'
import { openDiskPhotoStore } from './photos/disk-store'

export interface RunningServer {
  /** Where it answers. */
  address: string
  /** Finishes what is in flight, then closes everything. */
  stop(): Promise<void>
}

interface StartOptions {
  config: Config
  log: Logger
  /** Folder with the built client; undefined in development, where Vite serves it. */
  distDir: string | undefined
  pages: ((app: FastifyInstance) => Promise<void>) | undefined
  /** Called as soon as one is made, because a password that was made with it cannot be told later: the start may still fail. */
  onNewAdministrator: (made: NewAdministrator) => void
  /** Called when the database is lost and serving on makes no sense. */
  onLost: () => void
}

/** Opens the database, brings it up to date, fills it if it is new, and listens. On failure all that was opened is closed again. */
export async function startServer({
  config,
  log,
  distDir,
  pages,
  onNewAdministrator,
  onLost,
}: StartOptions): Promise<RunningServer> {
  const closers: (() => Promise<unknown>)[] = []
  const stop = async () => {
    for (const close of closers.splice(0).toReversed())
      await close().catch((error: unknown) => log.error({ err: error }, 'something could not be closed'))
  }
  try {
    await ensureTemporal()
    const jwtSecret = config.jwtSecret ?? (await keptSecret(config.dataDir))
    const source = await openDatabaseSource(config, log, onLost)
    closers.push(() => source.stop())
    // First of all, and given back last: a restore never meets a server half-way, not even in its migration.
    const presence = await announceServer(source.connection, log)
    closers.push(() => presence.close())
    const { pool, db } = connect(source.connection, log)
    closers.push(() => pool.end())
    await migrateDatabase(pool)

    const photos = await openDiskPhotoStore(config.dataDir)
    const mailer = await openMailer(config, log)
    closers.push(() => mailer.close())
    const push = pushSender(config, log)
    closers.push(async () => push?.close())
    const isNew = source.isEmbedded && (await hasNobody(db))
    if (isNew && config.demo) await loadDemo(db, nowSeconds(systemClock), posterPhotos(photos))
    const administrator = await ensureAdministrator(db, {
      email: config.adminEmail,
      password: config.adminPassword,
      isFirstStart: isNew,
      now: nowDate(systemClock),
    })
    if (administrator !== undefined) onNewAdministrator(administrator)

    const mailOrigin = `http://localhost:${config.port}`
    const { server, jobs, housekeeping } = await buildApp({
      db,
      clock: systemClock,
      mailer,
      photos,
      config: { ...config, jwtSecret, mailOrigin },
      identity: signInProviders(config, { origin: config.publicOrigin ?? mailOrigin, log }),
      push,
      log,
      ...(distDir !== undefined && existsSync(distDir) && { clientDir: join(distDir, 'client') }),
      ...(pages && { pages }),
    })
    closers.push(() => server.close())
    const address = await server.listen({ port: config.port, host: config.host })
    jobs.start()
    housekeeping.start()
    return { address, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function openMailer(config: Config, log: Logger): Promise<Mailer> {
  const from = config.mailFrom ?? `${SITE.name} <${SITE.contactMailbox}>`
  return config.smtpUrl === undefined
    ? createFileMailer({ dataDir: config.dataDir, from, log })
    : createSmtpMailer({ smtpUrl: config.smtpUrl, from, log })
}

async function hasNobody(db: Database): Promise<boolean> {
  const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(users)
  return row?.count === 0
}
