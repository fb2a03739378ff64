/**
 * `npm run test:cluster [-- --short] [--only <proof>,<proof>]`: several servers of the built product behind HAProxy on a PostgreSQL of their own, and the files of
 * `deploy/`. In CI root installs what is missing; where something is, one line that begins with `not run:` says so. Prints a line for each
 * proof; exit code 1 when a check failed.
 */
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { newLedger } from '../faults/write-load'
import { installPackages, mayInstall } from '../on-debian/debian-packages'
import { installedPostgres, startOwnPostgres } from '../on-debian/own-postgres'
import webPush from 'web-push'
import { checkDeployFiles } from './deploy-files'
import { readWithoutDatabase } from './database-away'
import { runContainer } from './container'
import { measureProcessorTime } from './processor-time'
import { onTwoServers } from './two-servers'
import { loseThePrimary } from './failover'
import { restoreToTime } from './point-in-time'
import { sendOnce } from './mails'
import { behindPooler } from './pooler'
import { rollUnderLoad } from './rolling'
import type { Proof } from './proof'

/** Programs that each form needs, and Debian's packages of them. */
const NEEDED: Record<string, string> = {
  haproxy: 'haproxy',
  promtool: 'prometheus',
  'systemd-analyze': 'systemd',
  openssl: 'openssl',
}
/** Programs that the long form needs besides. */
const NEEDED_LONG: Record<string, string> = {
  patroni: 'patroni',
  etcd: 'etcd-server',
  pgbackrest: 'pgbackrest',
  pgbouncer: 'pgbouncer',
}

const { values } = parseArgs({
  options: { short: { type: 'boolean', default: false }, only: { type: 'string' } },
})
const needed = values.short ? NEEDED : { ...NEEDED, ...NEEDED_LONG }
const missing = () => Object.keys(needed).filter((program) => spawnSync('which', [program]).status !== 0)
if (mayInstall() && (missing().length > 0 || installedPostgres() === undefined))
  installPackages([
    ...missing().map((program) => needed[program] ?? program),
    ...(installedPostgres() === undefined ? ['postgresql'] : []),
  ])
const bin = installedPostgres()
if (missing().length > 0 || bin === undefined) {
  const names = [...missing(), ...(bin === undefined ? ['PostgreSQL'] : [])]
  process.stdout.write(`not run: several servers. Install ${names.join(', ')}.\n`)
} else {
  const built = spawnSync(process.execPath, [...process.execArgv, 'tools/build.ts'], { stdio: 'inherit' })
  if (built.status !== 0) process.exit(built.status ?? 1)
  process.exitCode = (await prove(bin)) ? 0 : 1
}

async function prove(postgresBin: string): Promise<boolean> {
  const dir = await mkdtemp(join(tmpdir(), 'events-cluster-'))
  await chmod(dir, 0o755)
  const postgres = await startOwnPostgres(postgresBin)
  try {
    const { publicKey, privateKey } = webPush.generateVAPIDKeys()
    const env = {
      DATABASE_URL: postgres.url,
      JWT_SECRET: randomBytes(32).toString('hex'),
      VAPID_PUBLIC_KEY: publicKey,
      VAPID_PRIVATE_KEY: privateKey,
      LOG_LEVEL: 'error',
    }
    const migration = spawnSync(process.execPath, ['dist/server/command.js', 'migrate'], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, ...env },
    })
    const parts = { dir, databaseUrl: postgres.url, env }
    const ledger = newLedger()
    const proofs: Record<string, () => Promise<Proof[]>> = {
      'deploy-files': async () => [await checkDeployFiles(dir)],
      migrations: async () => [
        {
          name: 'npm run migrate on an empty database',
          problems: migration.status === 0 ? [] : [migration.stderr],
          facts: migration.stdout.trim().slice(0, 60),
        },
      ],
      'two-servers': () => onTwoServers({ ...parts, writes: values.short ? 100 : 500 }),
      'database-away': () => readWithoutDatabase({ ...parts, postgres, ledger }),
      rolling: () => rollUnderLoad({ ...parts, ledger, killRounds: values.short ? 4 : 20 }),
      ...(!values.short && {
        'processor-time': () => measureProcessorTime(parts),
        mails: () => sendOnce({ ...parts, mails: 1000 }),
        pooler: () => behindPooler({ ...parts, postgresPort: new URL(postgres.url).port }),
        'point-in-time': () => restoreToTime({ dir, bin: postgresBin, env }),
        failover: () => loseThePrimary({ dir, bin: postgresBin, env }),
        container: () => runContainer(parts),
      }),
    }
    const unknown = values.only?.split(',').find((name) => !(name in proofs))
    if (unknown !== undefined)
      throw new Error(`no proof ${unknown}: there are ${Object.keys(proofs).join(', ')}`)
    const chosen = values.only?.split(',') ?? Object.keys(proofs)
    let isProved = true
    for (const one of chosen)
      for (const { name, problems, facts } of (await proofs[one]?.()) ?? []) {
        isProved &&= problems.length === 0
        process.stdout.write(`${problems.length === 0 ? 'ok       ' : 'FAIL     '} ${name}: ${facts}\n`)
        for (const problem of problems.slice(0, 10)) process.stdout.write(`          ${problem}\n`)
      }
    return isProved
  } finally {
    postgres.stop()
    await rm(dir, { recursive: true, force: true })
  }
}
