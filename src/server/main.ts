import { dirname, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { SITE } from '@/site/site'
import type { NewAdministrator } from '@/server/administration/administrators'
import { ConfigError, readConfig, type Config } from './config/read-config'
import { OtherTablesError } from './platform/database/migrate'
import { TooManyDatesError } from './platform/database/events/programme-in-memory'
import { EngineError } from '@/server/platform/database/engine/programs'
import { createLogger, serializeError } from '@/server/platform/process/logger'
import { startServer, type RunningServer } from './start-server'

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
  let isRunning = false
  let isStopping = false
  // A signal during the start waits for it and then stops what was started, but not for ever: a start may take as long as another server's
  // migration.
  const stop = async (exitCode: number) => {
    if (isStopping) return
    isStopping = true
    setTimeout(() => {
      if (!isRunning) process.stderr.write('Told to stop while it was still starting: gave up.\n')
      process.exit(1)
    }, STOP_WITHIN_MS).unref()
    try {
      await (await starting).stop()
      process.exit(exitCode)
    } catch (error) {
      log.error({ err: error }, 'the server did not stop cleanly')
      process.exit(1)
    }
  }
  process.on('SIGTERM', () => void stop(0)).on('SIGINT', () => void stop(0))

  const starting = startServer({
    config,
    log,
    distDir: builtDir(),
    onNewAdministrator: printPassword,
    onLost: () => void stop(1),
  })
  try {
    printAddress(await starting, config)
    isRunning = true
  } catch (error) {
    giveUp(error, config)
  }
}

function printPassword({ email, password }: NewAdministrator): void {
  process.stdout.write(
    `Administrator: ${email}  password: ${password}  (shown only this once; sign in at /backoffice)\n`,
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
