import { dirname, join, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { SITE } from '@/site/site'
import type { NewAdministrator } from '@/server/administration/administrators'
import { ConfigError, readConfig, type Config } from './config/read-config'
import { OtherTablesError } from './platform/database/migrate'
import { TooManyDatesError } from './platform/database/events/programme-in-memory'
import { EngineError } from '@/server/platform/database/engine/programs'
import { nowSeconds, systemClock } from '@/server/platform/process/clock'
import { requestOrigin } from '@/server/http/routing/request/request-source'
import { createLogger, serializeError } from '@/server/platform/process/logger'
import { builtRenderer, pages } from '@/server/http/pages/pages'
import { startServer, type RunningServer } from './start-server'
import type { AppOptions } from './app-options'

/** Requests in flight, or a start, may take this long after SIGTERM; after that the process ends all the same. */
const STOP_WITHIN_MS = 9000

/**
 * The heap is collected when it has grown by this much, not when it has doubled or more: under a flood that is 100 MB less, at
 * the same number of responses.
 */
const HEAP_GROWING_PERCENT = 25

setFlagsFromString(`--heap-growing-percent=${HEAP_GROWING_PERCENT}`)
await main()

async function main(): Promise<void> {
  let config: Config
  try {
    config = readConfig(process.env, { serves: true })
  } catch (error) {
    return giveUp(error)
  }
  const log = createLogger(config.logLevel)
  let running: RunningServer | undefined
  let stopping = false
  let stopRequested = false

  const exitOnTimeout = () => {
    setTimeout(() => {
      if (running === undefined) process.stderr.write('Told to stop while it was still starting: gave up.\n')
      process.exit(1)
    }, STOP_WITHIN_MS).unref()
  }
  const stop = async (exitCode: number) => {
    if (stopping) return
    stopping = true
    if (!stopRequested) exitOnTimeout()
    try {
      await running?.stop()
      process.exit(exitCode)
    } catch (error) {
      log.error({ err: error }, 'the server did not stop cleanly')
      process.exit(1)
    }
  }
  // The handler is set before anything is opened: a signal during the start waits for it and then stops what was started. It does not wait
  // for ever: a start may take as long as another server's migration.
  const onSignal = () => {
    if (running !== undefined) return void stop(0)
    if (!stopRequested) exitOnTimeout()
    stopRequested = true
  }
  process.on('SIGTERM', onSignal).on('SIGINT', onSignal)

  const distDir = builtDir()
  const renderPages: AppOptions['pages'] = async (app, given) => {
    if (distDir === undefined) return
    await pages(app, {
      clientDir: join(distDir, 'client'),
      renderer: await builtRenderer(distDir, config.settings),
      settings: config.settings,
      ...given,
      now: () => nowSeconds(systemClock),
      origin: (request) => requestOrigin(request, config.publicOrigin),
    })
  }
  try {
    running = await startServer({
      config,
      log,
      distDir,
      pages: renderPages,
      onNewAdministrator: printPassword,
      onLost: () => void stop(1),
    })
  } catch (error) {
    return giveUp(error, config)
  }
  printAddress(running, config)
  if (stopRequested) await stop(0)
}

function printPassword({ email, generatedPassword }: NewAdministrator): void {
  if (generatedPassword === undefined) return
  process.stdout.write(
    `Administrator: ${email}  password: ${generatedPassword}  (shown only this once; sign in at /backoffice)\n`,
  )
}

function printAddress({ address }: RunningServer, config: Config): void {
  const place = config.host === 'localhost' ? `http://localhost:${new URL(address).port}` : address
  const where = config.publicOrigin === undefined ? place : `${config.publicOrigin}, listening on ${place}`
  process.stdout.write(`${SITE.name} is at ${where}\n`)
}

/** One line that says what to do; a stack only for what nobody foresaw. */
function giveUp(error: unknown, config?: Config): never {
  process.stderr.write(`${explain(error, config)}\n`)
  process.exit(1)
}

function explain(error: unknown, config: Config | undefined): string {
  const forPeople = [ConfigError, EngineError, OtherTablesError, TooManyDatesError]
  const isForPeople = forPeople.some((kind) => error instanceof kind)
  if (isForPeople && error instanceof Error) return error.message
  const { code, port, syscall, path } = (error ?? {}) as NodeJS.ErrnoException & { port?: number }
  const setting = port === config?.port ? 'PORT' : 'METRICS_PORT'
  if (syscall === 'listen' && code === 'EADDRINUSE')
    return `Port ${port} is already in use. Stop the other program, or choose another port: ${setting}=${setting === 'PORT' ? 3001 : 9401} npm start`
  if (syscall === 'listen' && code === 'EACCES')
    return `Port ${port} needs more rights than this user has: choose one above 1023 with ${setting}.`
  // An error of a file names it, such as one of a data folder of another account.
  if (config?.databaseUrl !== undefined && path === undefined && /^(?:E[A-Z]+|28...|3D000)$/.test(code ?? ''))
    return `The database of DATABASE_URL cannot be opened (${code}). Is it running, and are name and password right?`
  return `The server could not start: ${JSON.stringify(serializeError(error), null, 2).replaceAll('\\n', '\n')}`
}

function builtDir(): string | undefined {
  const here = dirname(fileURLToPath(import.meta.url))
  const marker = `${sep}dist${sep}server`
  const at = here.lastIndexOf(marker)
  return at < 0 ? undefined : resolve(here.slice(0, at), 'dist')
}
