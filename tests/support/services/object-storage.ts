import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createConnection, createServer, type AddressInfo } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { S3mini } from 's3mini'
import type { BucketAccess } from '@/server/platform/photos/stores/s3-store'

const run = promisify(execFile)
const PROXY = '/usr/bin/swift-proxy-server'
const KINDS = ['account', 'container', 'object'] as const
/** Four Python programs: a busy machine takes its time. */
const START_MS = 120_000

/** Whether Debian's Swift is installed: packages swift-proxy, -account, -container and -object. */
export function hasObjectStorage(): boolean {
  return existsSync(PROXY)
}

/** An S3-compatible storage: OpenStack Swift with `s3api`, which verifies signatures, on this machine. */
export interface ObjectStorage {
  access: BucketAccess
  /** It is away until it is started again; what it stores stays. */
  stop(): Promise<void>
  start(): Promise<void>
  close(): Promise<void>
}

/** Starts one with an empty bucket of this name. */
export async function startObjectStorage(bucket: string): Promise<ObjectStorage> {
  const dir = await mkdtemp(join(tmpdir(), 'events-swift-'))
  const ports = await freePorts(KINDS.length + 1)
  const [proxyPort = 0] = ports.slice(KINDS.length)
  await mkdir(join(dir, 'devices', 'd1'), { recursive: true })
  for (const [index, kind] of KINDS.entries()) {
    const builder = join(dir, `${kind}.builder`)
    const ring = (...args: string[]) => run('swift-ring-builder', [builder, ...args])
    await ring('create', '4', '1', '0')
    await ring('add', `r1z1-127.0.0.1:${ports[index]}/d1`, '1')
    await ring('rebalance')
    await writeFile(confOf(dir, kind), serverConf(dir, kind, ports[index] ?? 0))
  }
  await writeFile(confOf(dir, 'proxy'), proxyConf(dir, proxyPort))
  let processes: ChildProcess[] = []

  async function start(): Promise<void> {
    processes = [...KINDS, 'proxy'].map((kind) =>
      spawn(`/usr/bin/swift-${kind}-server`, [confOf(dir, kind)], { stdio: 'ignore' }),
    )
    await Promise.all(ports.map(listening)).catch(async (error: unknown) => {
      await stop()
      throw error
    })
  }

  async function stop(): Promise<void> {
    const running = processes.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null)
    await Promise.all(
      running.map(async (process) => {
        const ended = once(process, 'exit')
        process.kill('SIGTERM')
        await ended
      }),
    )
    processes = []
  }

  const endpoint = `http://127.0.0.1:${proxyPort}`
  const account = { region: 'us-east-1', accessKeyId: 'guide:server', secretAccessKey: 'a-key-of-the-tests' }
  await start()
  await new S3mini({ ...account, endpoint: `${endpoint}/${bucket}` }).createBucket()
  const access = { ...account, endpoint, bucket }
  return {
    access,
    start,
    stop,
    async close() {
      await stop()
      await rm(dir, { recursive: true, force: true })
    },
  }
}

function confOf(dir: string, kind: string): string {
  return join(dir, `${kind}.conf`)
}

const common = (dir: string, port: number) => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = ${userInfo().username}
swift_dir = ${dir}
devices = ${join(dir, 'devices')}
mount_check = false
log_level = ERROR
log_address = /dev/null
`

const serverConf = (dir: string, kind: string, port: number) => `${common(dir, port)}
[pipeline:main]
pipeline = ${kind}-server
[app:${kind}-server]
use = egg:swift#${kind}
`

const proxyConf = (dir: string, port: number) => `${common(dir, port)}
[pipeline:main]
pipeline = catch_errors cache s3api tempauth proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
allow_account_management = true
[filter:catch_errors]
use = egg:swift#catch_errors
# Required, and not needed: nothing listens there.
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:1
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
[filter:tempauth]
use = egg:swift#tempauth
user_guide_server = a-key-of-the-tests .admin
`

/** Ports that nothing listens on: asked for together, so that they differ. */
async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'))
  await Promise.all(servers.map((server) => once(server, 'listening')))
  const ports = servers.map((server) => (server.address() as AddressInfo).port)
  await Promise.all(servers.map((server) => once(server.close(), 'close')))
  return ports
}

async function listening(port: number): Promise<void> {
  const until = Date.now() + START_MS
  while (Date.now() < until) {
    const socket = createConnection(port, '127.0.0.1')
    const isOpen = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false)
    socket.destroy()
    if (isOpen) return
    await wait(100)
  }
  throw new Error(`nothing listens on port ${port}`)
}
