import { spawn, spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { chownSync } from 'node:fs'
import { chmod, copyFile, cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort, serverAccount } from '../on-debian/own-postgres'
import { makeCertificate } from './certificate'

const READY_WITHIN_MS = 90_000
/** A machine of the loopback: Patroni refuses to tell others that it is 127.0.0.1. */
const HOST = '127.0.0.2'
const PASSWORDS = {
  PATRONI_REPLICATION_PASSWORD: 'of-replication',
  PATRONI_REWIND_PASSWORD: 'of-rewind',
  GUIDE_PASSWORD: 'of-the-guide',
}

interface Machine {
  name: string
  port: number
  restPort: number
  dir: string
  patroni: ChildProcess | undefined
}

/** Two machines of PostgreSQL with Patroni, etcd, and HAProxy before them, as the files of `deploy/` have them, all on the loopback. */
export class PatroniCluster {
  /** The primary's, whichever it is. */
  readonly url: string
  readonly machines: Machine[]
  readonly #dir: string
  readonly #bin: string
  readonly #etcdPort: number
  #others: ChildProcess[] = []

  private constructor(dir: string, bin: string, ports: readonly number[]) {
    const [front = 0, etcd = 0, ...rest] = ports
    this.#dir = dir
    this.#bin = bin
    this.#etcdPort = etcd
    this.url = `postgres://guide:${PASSWORDS.GUIDE_PASSWORD}@127.0.0.1:${front}/guide?sslmode=no-verify`
    this.machines = ['db1', 'db2'].map((name, index) => ({
      name,
      port: rest[index * 2] ?? 0,
      restPort: rest[index * 2 + 1] ?? 0,
      dir: join(dir, name),
      patroni: undefined,
    }))
  }

  static async start(dir: string, bin: string): Promise<PatroniCluster> {
    const ports = await Promise.all(Array.from({ length: 7 }, freePort))
    const cluster = new PatroniCluster(dir, bin, ports)
    try {
      await cluster.#startEtcd(ports[6] ?? 0)
      for (const { name } of cluster.machines) await cluster.startMachine(name)
      await cluster.#startBalancer(ports[0] ?? 0)
      await cluster.#until('a synchronous standby', async () =>
        (await cluster.#members()).includes('sync_standby'),
      )
    } catch (error) {
      await cluster.stop()
      throw error
    }
    return cluster
  }

  machine(name: string): Machine {
    const machine = this.machines.find((one) => one.name === name)
    if (machine === undefined) throw new Error(`there is no machine ${name}`)
    return machine
  }

  /** Starts Patroni, and waits until PostgreSQL runs. */
  async startMachine(name: string): Promise<void> {
    const machine = this.machine(name)
    const file = await this.#configure(machine)
    machine.patroni = spawn('patroni', [file], {
      ...serverAccount(),
      cwd: machine.dir,
      env: { PATH: `${this.#bin}:${process.env.PATH ?? ''}`, LC_ALL: 'C.UTF-8', ...PASSWORDS },
      stdio: 'ignore',
      detached: true,
    })
    await this.#until(`PostgreSQL of ${name}`, () => isOk(`http://${HOST}:${machine.restPort}/health`))
  }

  async primary(): Promise<Machine> {
    for (const machine of this.machines)
      if (await isOk(`http://${HOST}:${machine.restPort}/primary`)) return machine
    throw new Error('there is no primary')
  }

  /** Kills Patroni and PostgreSQL at once, as if the machine were gone. */
  async kill({ patroni, dir }: Machine): Promise<void> {
    const pid = Number((await readFile(join(dir, 'data/postmaster.pid'), 'utf8')).split('\n')[0])
    patroni?.kill('SIGKILL')
    process.kill(pid, 'SIGKILL')
  }

  /** Makes the standby the primary, as `patronictl switchover` does. */
  async switchOver(): Promise<void> {
    await this.#until('a synchronous standby', async () => (await this.#members()).includes('sync_standby'))
    const { name, restPort } = await this.primary()
    const response = await fetch(`http://${HOST}:${restPort}/switchover`, {
      method: 'POST',
      body: JSON.stringify({ leader: name }),
    })
    if (!response.ok) throw new Error(`the switchover was refused: ${await response.text()}`)
  }

  async stop(): Promise<void> {
    for (const { patroni } of this.machines) {
      if (patroni === undefined || patroni.exitCode !== null || patroni.signalCode !== null) continue
      const ended = new Promise((resolve) => void patroni.once('exit', resolve))
      patroni.kill('SIGTERM')
      await ended
    }
    for (const other of this.#others) other.kill('SIGTERM')
  }

  /** The shipped file with this machine's places. */
  async #configure({ name, port, restPort, dir }: Machine): Promise<string> {
    const file = join(dir, 'patroni.yml')
    await mkdir(dir, { recursive: true })
    for (const part of ['server.crt', 'server.key']) await copyFile(join(this.#dir, part), join(dir, part))
    await cp('deploy/make-database.sql', join(dir, 'make-database.sql'))
    const shipped = await readFile('deploy/patroni.yml', 'utf8')
    await writeFile(
      file,
      shipped
        .replace('name: db1', `name: ${name}`)
        .replace('0.0.0.0:8008', `${HOST}:${restPort}`)
        .replace('10.0.0.11:8008', `${HOST}:${restPort}`)
        .replace(/hosts: \[.*\]/, `hosts: ['127.0.0.1:${this.#etcdPort}']`)
        .replace('0.0.0.0:5432', `${HOST}:${port}`)
        .replace('10.0.0.11:5432', `${HOST}:${port}`)
        .replaceAll('10.0.0.0/24', '127.0.0.0/24')
        .replaceAll('/etc/patroni', dir)
        .replace(/data_dir: .*/, `data_dir: ${join(dir, 'data')}`)
        .replace(/bin_dir: .*/, `bin_dir: ${this.#bin}`)
        .replace("ssl: 'on'", `ssl: 'on'\n    unix_socket_directories: ${dir}`)
        // point-in-time.ts tries the archive.
        .replace(/archive_command: .*/, 'archive_command: /bin/true')
        .replace('[pgbackrest, basebackup]', '[basebackup]'),
    )
    const account = serverAccount()
    if (account !== undefined)
      for (const path of [dir, join(dir, 'server.key')]) chownSync(path, account.uid, account.gid)
    await chmod(dir, 0o700)
    const { stderr } = spawnSync('patroni', ['--validate-config', file], {
      cwd: dir,
      encoding: 'utf8',
      env: { ...process.env, ...PASSWORDS },
    })
    // Patroni 3.0 asks for it although `postgresql.pg_hba` takes its place.
    const complaint = stderr.replace('bootstrap.pg_hba  is not defined.', '').trim()
    if (complaint !== '') throw new Error(`Patroni does not take its file: ${complaint}`)
    return file
  }

  async #startEtcd(peerPort: number): Promise<void> {
    const [client, peer] = [this.#etcdPort, peerPort].map((port) => `http://127.0.0.1:${port}`)
    const flags = {
      'data-dir': join(this.#dir, 'etcd'),
      'listen-client-urls': client,
      'advertise-client-urls': client,
      'listen-peer-urls': peer,
      'initial-advertise-peer-urls': peer,
      'initial-cluster': `default=${peer}`,
    }
    await makeCertificate(this.#dir)
    this.#others.push(
      spawn(
        'etcd',
        Object.entries(flags).flatMap(([name, value]) => [`--${name}`, value ?? '']),
        { stdio: 'ignore' },
      ),
    )
    await this.#until('etcd', () => isOk(`${client}/health`))
  }

  async #startBalancer(port: number): Promise<void> {
    const file = join(this.#dir, 'haproxy-database.cfg')
    const [one, two] = this.machines
    const shipped = await readFile('deploy/haproxy-database.cfg', 'utf8')
    const defaults = 'global\n    log stdout format raw local0\ndefaults\n    log global\n'
    await writeFile(
      file,
      defaults +
        shipped
          .replaceAll('127.0.0.1:5000', `127.0.0.1:${port}`)
          .replace('10.0.0.11:5432', `${HOST}:${one?.port} check port ${one?.restPort}`)
          .replace('10.0.0.12:5432', `${HOST}:${two?.port} check port ${two?.restPort}`),
    )
    this.#others.push(spawn('haproxy', ['-db', '-f', file], { stdio: 'ignore' }))
  }

  async #members(): Promise<string> {
    const { restPort } = await this.primary()
    return (await fetch(`http://${HOST}:${restPort}/cluster`)).text()
  }

  async #until(what: string, isSo: () => Promise<boolean>): Promise<void> {
    const until = Date.now() + READY_WITHIN_MS
    while (!(await isSo().catch(() => false))) {
      if (Date.now() > until) throw new Error(`there is no ${what} after ${READY_WITHIN_MS / 1000} s`)
      await wait(200)
    }
  }
}

async function isOk(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(3000) })
    await response.arrayBuffer()
    return response.ok
  } catch {
    return false
  }
}
