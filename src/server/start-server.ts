import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { ne } from 'drizzle-orm'
import type { PoolConfig } from 'pg'
import type { Logger } from 'pino'
import type { Settings } from '@/contract/settings'
import { MIN_FILL_MS } from '@/domain/submissions/submission-limits'
import { ensureTemporal } from '@/domain/time/village-time'
import { SITE } from '@/site/site'
import { ensureAdministrator, type NewAdministrator } from '@/server/administration/administrators'
import type { Config } from '@/server/config/read-config'
import { builtRenderer, pages } from '@/server/http/pages/pages'
import { openChangeChannel, type Change } from '@/server/platform/database/change-channel'
import { connect, SERVES_PEOPLE } from '@/server/platform/database/client'
import { DEMO_ORGANISER_EMAIL, loadDemo } from '@/server/demo/load-demo'
import { startEmbeddedEngine } from '@/server/platform/database/engine/start-engine'
import { migrateDatabase } from '@/server/platform/database/migrate'
import { ensureStartingTags } from '@/server/platform/database/events/starting-tags'
import { users } from '@/server/platform/database/schema'
import { nowDate, nowSeconds, systemClock } from '@/server/platform/process/clock'
import { keysFrom } from '@/server/http/auth/signed-token'
import { createSecurityLog } from '@/server/http/security/security-log'
import { keepDataDirPrivate, readOrCreateSecret } from '@/server/platform/process/private-data-dir'
import { createFileMailer, mailDir } from '@/server/platform/mail/file-mailer'
import type { Mailer } from '@/server/platform/mail/mailer'
import { createSmtpMailer } from '@/server/platform/mail/smtp-mailer'
import { signInProviders } from '@/server/identity/sign-in-providers'
import { createApplePush } from '@/server/platform/push/apple-push'
import { createWebPush, vapidKeysFrom } from '@/server/platform/push/web-push'
import { buildApp } from './app'
import type { AppOptions } from './app-options'
import { openPhotoStore } from '@/server/platform/photos/stores/s3-store'

export interface RunningServer {
  address: string
  stop(): Promise<void>
}

/** As long as a response is cached: without a change channel (behind a pooler) the programme is never older. */
const LOOK_EVERY_MS = 15_000

interface StartOptions {
  config: Config
  log: Logger
  /** Folder of the built product; undefined in development, where Vite serves the client. */
  distDir: string | undefined
  /** Called as soon as one is made, because a password that was made with it cannot be shown later: the start may still fail. */
  onNewAdministrator: (made: NewAdministrator) => void
  /** Called when the database is lost and serving on makes no sense. */
  onLost: () => void
}

/** Opens the database, brings it up to date, fills it if it is new, and listens. On failure all that was opened is closed again. */
export async function startServer({
  config,
  log,
  distDir,
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
    await keepDataDirPrivate(config.dataDir, log)
    const { dataDir, databaseUrl } = config
    const engine = databaseUrl === undefined && (await startEmbeddedEngine({ dataDir, log, onLost }))
    if (engine) closers.push(engine.stop)
    const connection: PoolConfig = engine ? engine.connection : { connectionString: databaseUrl }
    const jwtSecret = config.jwtSecret ?? (await readOrCreateSecret(config.dataDir))
    // A pool connects when it is asked for something.
    const { pool, db } = connect({ ...connection, ...SERVES_PEOPLE }, log)
    closers.push(() => pool.end())
    await migrateDatabase(connection)

    const storage = await openPhotoStore({ ...config, log })
    const mailer = await openMailer(config, log)
    closers.push(() => mailer.close())
    const push = config.applePush && createApplePush({ ...config.applePush, log })
    closers.push(async () => push?.close())
    const webPush = createWebPush({
      ...vapidKeysFrom(keysFrom(jwtSecret)('notifications of browsers')),
      subject: `mailto:${SITE.contactMailbox}`,
      extraOrigin: config.pushServiceOrigin,
      log,
    })
    closers.push(() => webPush.close())
    // The demonstration's own may be there from a first start that was cut off.
    const isUnused = (await db.$count(users, ne(users.email, DEMO_ORGANISER_EMAIL))) === 0
    // A database that is ours alone may be filled with a demonstration.
    const isNew = engine !== false && isUnused
    if (isNew && config.demo) await loadDemo(db, nowSeconds(systemClock))
    if (isUnused) await ensureStartingTags(db)
    const administrator = await ensureAdministrator(db, {
      email: config.adminEmail,
      password: config.adminPassword,
      isFirstStart: isNew,
      now: nowDate(systemClock),
      securityLog: createSecurityLog(log, systemClock),
    })
    if (administrator !== undefined) onNewAdministrator(administrator)

    if (!config.hasLimits)
      log.warn({}, 'LIMITS=off: anonymous clients may send and guess as much as they like')
    if (config.settings.minFillMs < MIN_FILL_MS)
      log.warn({}, 'MIN_FILL_MS is below its default: scripts may submit as fast as they like')
    const mailOrigin = `http://localhost:${config.port}`
    const { server, programme, clearCaches, jobs, maintenance, metrics } = await buildApp({
      db,
      clock: systemClock,
      mailer,
      storage,
      mailDir: mailDir(config.dataDir),
      config: { ...config, jwtSecret, mailOrigin },
      identity: signInProviders(config, { origin: config.publicOrigin ?? mailOrigin, log }),
      push,
      webPush,
      log,
      pool: config.metrics && pool,
      diskSpace: () => statfs(config.dataDir),
      ...(!config.hasLimits && { limits: [] }),
      ...(distDir !== undefined && builtProduct(distDir, config.settings)),
    })
    closers.push(() => server.close())
    if (config.metrics && metrics) {
      const { serveMetrics } = await import('@/server/http/metrics/metrics')
      const measured = await serveMetrics(metrics, config.metrics)
      closers.push(() => measured.close())
    }
    const onChange = (change: Change) => (change === 'jobs' ? jobs.notify() : clearCaches())
    closers.push(await openChangeChannel(connection, { log, onChange }))
    await programme.refresh()
    const looking = setInterval(() => void programme.refresh().catch(() => undefined), LOOK_EVERY_MS)
    closers.push(async () => clearInterval(looking))
    const address = await server.listen({ port: config.port, host: config.host })
    jobs.start()
    maintenance.start()
    return { address, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

function builtProduct(distDir: string, settings: Settings) {
  const clientDir = join(distDir, 'client')
  const renderPages: AppOptions['pages'] = async (app, services) =>
    pages(app, { ...services, clientDir, renderer: await builtRenderer(distDir, settings) })
  return { clientDir, pages: renderPages }
}

async function openMailer(config: Config, log: Logger): Promise<Mailer> {
  const from = config.mailFrom ?? `${SITE.name} <${SITE.contactMailbox}>`
  return config.smtpUrl === undefined
    ? createFileMailer({ dataDir: config.dataDir, from, log })
    : createSmtpMailer({ smtpUrl: config.smtpUrl, from, log })
}
