/**
 * `npm run test:api:other`: the api suite on a PostgreSQL that is not the embedded one. `TEST_DATABASE_URL` names it; without
 * that, Debian's is installed if it is missing (as root) and started on a private port, on a cluster of its own
 * that is thrown away. Elsewhere the run says what to do.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const PORT = 54_329
const DEBIAN = '/usr/lib/postgresql'

function binaries(): string | undefined {
  if (!existsSync(DEBIAN)) return undefined
  const versions = readdirSync(DEBIAN).toSorted((a, b) => Number(b) - Number(a))
  return versions
    .map((version) => join(DEBIAN, version, 'bin'))
    .find((dir) => existsSync(join(dir, 'initdb')))
}

function installed(): string {
  const present = binaries()
  if (present !== undefined) return present
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    process.stdout.write('No other PostgreSQL found: installing the one of Debian.\n')
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit', env })
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'postgresql'], {
      stdio: 'inherit',
      env,
    })
    const now = binaries()
    if (now !== undefined) return now
  }
  throw new Error('Name another PostgreSQL (15 or later) in TEST_DATABASE_URL, or install one.')
}

function runSuite(url: string): number {
  const { status } = spawnSync('node_modules/.bin/vitest', ['run', '--project', 'api'], {
    stdio: 'inherit',
    env: { ...process.env, TEST_DATABASE_URL: url },
  })
  return status ?? 1
}

function idOfPostgres(flag: '-u' | '-g'): number {
  return Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
}

/** PostgreSQL refuses to run as root: its own user runs it. */
function asPostgres(command: string, ...args: string[]): void {
  if (process.getuid?.() === 0)
    execFileSync('setpriv', ['--reuid=postgres', '--regid=postgres', '--clear-groups', command, ...args])
  else execFileSync(command, args)
}

const given = process.env.TEST_DATABASE_URL
if (given !== undefined && given !== '') {
  process.exitCode = runSuite(given)
} else {
  const bin = installed()
  const folder = mkdtempSync(join(tmpdir(), 'ericeira-postgres-'))
  if (process.getuid?.() === 0) {
    chownSync(folder, idOfPostgres('-u'), idOfPostgres('-g'))
  }
  const cluster = join(folder, 'cluster')
  asPostgres(
    join(bin, 'initdb'),
    '--pgdata',
    cluster,
    '--auth=trust',
    '--username=postgres',
    '--encoding=UTF8',
    '--no-sync',
  )
  const options = `-p ${PORT} -c listen_addresses=127.0.0.1 -k ${folder} -c max_connections=100 -c fsync=off`
  asPostgres(
    join(bin, 'pg_ctl'),
    'start',
    '--wait',
    '--pgdata',
    cluster,
    '--log',
    join(folder, 'log'),
    '--options',
    options,
  )
  try {
    process.exitCode = runSuite(`postgres://postgres@127.0.0.1:${PORT}/postgres`)
  } finally {
    asPostgres(join(bin, 'pg_ctl'), 'stop', '--wait', '--mode=fast', '--pgdata', cluster)
    rmSync(folder, { recursive: true, force: true })
  }
}
