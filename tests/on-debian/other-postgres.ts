/**
 * A step of `npm run test:full`: the api suite on a PostgreSQL that is not the embedded one. `TEST_DATABASE_URL` names it; without
 * that, an installed one is started on a free port, on a cluster of its own that is thrown away. In CI root installs
 * Debian's if there is none. Where there is none, one line that begins with `not run:` says so, and the exit code is 0; with
 * `--else-embedded` the suite is run on the embedded one. Other arguments go to vitest: names of files, `-t`.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mayInstall } from './debian-packages'
import { OLDEST_VERSION, installPostgres, installedPostgres, startOwnPostgres } from './own-postgres'

const ELSE_EMBEDDED = '--else-embedded'

/** Runs on the embedded PostgreSQL without `url`. */
async function runSuite(url?: string): Promise<number> {
  const args = process.argv.slice(2).filter((argument) => argument !== ELSE_EMBEDDED)
  const suite = spawn('node_modules/.bin/vitest', ['run', '--project', 'api', ...args], {
    stdio: 'inherit',
    env: { ...process.env, ...(url === undefined ? {} : { TEST_DATABASE_URL: url }) },
  })
  process.once('exit', () => suite.kill())
  const [status] = (await once(suite, 'close')) as [number | null]
  return status ?? 1
}

const given = process.env.TEST_DATABASE_URL
if (given !== undefined && given !== '') {
  process.exitCode = await runSuite(given)
} else {
  if (installedPostgres() === undefined && mayInstall()) installPostgres()
  const bin = installedPostgres()
  if (bin === undefined) {
    const isEmbedded = process.argv.includes(ELSE_EMBEDDED)
    process.stdout.write(
      `${isEmbedded ? 'on the embedded one' : 'not run'}: the api tests on another PostgreSQL. Install one (${OLDEST_VERSION} or later), or name it in TEST_DATABASE_URL.\n`,
    )
    if (isEmbedded) process.exitCode = await runSuite()
  } else {
    const postgres = await startOwnPostgres(bin)
    try {
      process.exitCode = await runSuite(postgres.url)
    } finally {
      postgres.stop()
    }
  }
}
