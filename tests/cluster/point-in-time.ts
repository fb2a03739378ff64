import { spawnSync } from 'node:child_process'
import { chownSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from 'pg'
import { serverAccount, startOwnPostgres } from '../on-debian/own-postgres'
import { compare, makeTag, newLedger, sendPending, startLoad, withClient } from '../faults/write-load'
import { GuideCluster } from './guide-cluster'
import type { Proof } from './proof'

const LOAD_MS = 1500
/** Between the last write that stays and the first that goes. */
const BETWEEN_MS = 1500
/** A gigabyte on a new disk. */
const MAX_RESTORE_SECONDS = 300

interface Options {
  dir: string
  bin: string
  env: Record<string, string>
}

/** pgBackRest brings the database back as it was between two submissions, as RUNBOOK.md says. */
export async function restoreToTime({ dir, bin, env }: Options): Promise<Proof[]> {
  const proof: Proof = { name: 'restore to a point in time', problems: [], facts: '' }
  const postgres = await startOwnPostgres(
    bin,
    (folder) =>
      `-c unix_socket_directories=${folder} -c archive_mode=on -c "archive_command=pgbackrest --config=${folder}/pgbackrest.conf --stanza=guide archive-push %p"`,
  )
  try {
    await configure(postgres.folder, new URL(postgres.url).port)
    const backrest = (...args: string[]) => {
      const config = `--config=${postgres.folder}/pgbackrest.conf`
      const { status, stdout, stderr } = spawnSync('pgbackrest', [config, '--stanza=guide', ...args], {
        ...serverAccount(),
        cwd: postgres.folder,
        encoding: 'utf8',
      })
      if (status !== 0)
        throw new Error(`pgbackrest ${args.at(-1)}: ${stdout.slice(-500)}${stderr.slice(-500)}`)
    }
    backrest('stanza-create')
    backrest('check')
    const connection = { connectionString: postgres.url }
    const settings = { ...env, DATABASE_URL: postgres.url, LIMITS: 'off' }
    spawnSync(process.execPath, ['dist/server/command.js', 'migrate'], {
      env: { PATH: process.env.PATH, ...settings },
    })
    const megabytes = await withClient(connection, fillGigabyte)
    backrest('--type=full', 'backup')

    const [kept, lost] = [newLedger(), newLedger()]
    const cluster = await GuideCluster.start(dir, settings)
    let target: string
    try {
      await makeTag(connection)
      await write(cluster, kept)
      await wait(BETWEEN_MS)
      target = await withClient(connection, async (client) => {
        const { rows } = await client.query<{ now: string }>('select now()::text as now')
        return rows[0]?.now ?? ''
      })
      await wait(BETWEEN_MS)
      await write(cluster, lost)
      await withClient(connection, (client) => client.query('select pg_switch_wal()'))
    } finally {
      await cluster.stop()
    }
    postgres.halt()
    // The disk is a new one.
    await rm(join(postgres.folder, 'cluster'), { recursive: true })
    await mkdir(join(postgres.folder, 'cluster'), { mode: 0o700 })
    const account = serverAccount()
    if (account !== undefined) chownSync(join(postgres.folder, 'cluster'), account.uid, account.gid)
    const startedAt = performance.now()
    backrest('--delta', '--type=time', `--target=${target}`, '--target-action=promote', 'restore')
    postgres.start()
    await promoted(postgres.url)
    const seconds = (performance.now() - startedAt) / 1000
    proof.problems.push(...(await compare(connection, kept)))
    if (seconds > MAX_RESTORE_SECONDS) proof.problems.push(`the restore took ${Math.round(seconds)} s`)
    proof.facts = `${kept.acknowledged.size} writes before it are there, ${lost.acknowledged.size} after it are not; ${megabytes} MB in ${seconds.toFixed(1)} s`
    return [proof]
  } finally {
    postgres.stop()
  }
}

/** Adds a table of a gigabyte that does not compress; returns the size of the database in MB. */
async function fillGigabyte(client: Client): Promise<number> {
  await client.query(`create table filler (content text)`)
  await client.query(`alter table filler alter content set storage external`)
  await client.query(
    `insert into filler select string_agg(md5(row::text || part), '') from generate_series(1, 32000) as row, generate_series(1, 1000) as part group by row`,
  )
  const { rows } = await client.query<{ mb: number }>(
    'select (pg_database_size(current_database()) / 1000000)::int as mb',
  )
  return rows[0]?.mb ?? 0
}

async function write({ address }: GuideCluster, ledger: ReturnType<typeof newLedger>): Promise<void> {
  const load = startLoad(address, ledger, [])
  await wait(LOAD_MS)
  await load.stop()
  await sendPending(address, ledger, [])
}

/** The shipped file, with a repository in a folder in place of a bucket. */
async function configure(folder: string, port: string): Promise<void> {
  const shipped = await readFile('deploy/pgbackrest.conf', 'utf8')
  const folders = ['repository', 'spool', 'locks', 'logs'].map((name) => join(folder, name))
  const [repository, spool, locks, logs] = folders
  const file = join(folder, 'pgbackrest.conf')
  await writeFile(
    file,
    shipped
      .replace(/^repo1-(?:s3|cipher)-.*\n/gm, '')
      .replace('repo1-type=s3', 'repo1-type=posix')
      .replace(/^repo1-path=.*/m, `repo1-path=${repository}`)
      .replace(/^spool-path=.*/m, `spool-path=${spool}\nlock-path=${locks}\nlog-path=${logs}`)
      .replace(
        /^pg1-path=.*/m,
        `pg1-path=${folder}/cluster\npg1-port=${port}\npg1-socket-path=${folder}\npg1-user=postgres`,
      ),
  )
  const account = serverAccount()
  for (const path of folders) await mkdir(path)
  if (account !== undefined) for (const path of [file, ...folders]) chownSync(path, account.uid, account.gid)
}

/** Waits until the restored database takes writes. */
async function promoted(url: string): Promise<void> {
  for (;;) {
    const isStandby = await withClient({ connectionString: url }, async (client) => {
      const { rows } = await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby')
      return rows[0]?.standby
    })
    if (isStandby === false) return
    await wait(200)
  }
}
