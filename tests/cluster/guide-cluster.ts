import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../on-debian/own-postgres'
import { startServerProcess } from '../support/server/server-process'
import type { ServerProcess } from '../support/server/server-process'

export const ADMIN = { email: 'boss@example.com', password: 'waves-at-the-reef-9' }
const READY_WITHIN_MS = 60_000
/** HAProxy asks every second, and believes the second good answer. */
const BELIEVED_AFTER_MS = 3000

interface Node {
  name: string
  port: number
  address: string
  server: ServerProcess | undefined
}

/** Servers of the built product behind HAProxy, as `deploy/haproxy.cfg` has them. */
export class GuideCluster {
  readonly nodes: Node[]
  /** The address where visitors come. */
  readonly address: string
  readonly #dir: string
  readonly #env: Record<string, string>
  #balancer: ChildProcess | undefined

  private constructor(dir: string, env: Record<string, string>, ports: readonly number[]) {
    const [front = 0, one = 0, two = 0] = ports
    this.#dir = dir
    this.#env = env
    this.address = `http://localhost:${front}`
    this.nodes = [['one', one] as const, ['two', two] as const].map(([name, port]) => ({
      name,
      port,
      address: `http://localhost:${port}`,
      server: undefined,
    }))
  }

  static async start(dir: string, env: Record<string, string>): Promise<GuideCluster> {
    const ports: number[] = []
    while (ports.length < 3) {
      const port = await freePort()
      if (!ports.includes(port)) ports.push(port)
    }
    const cluster = new GuideCluster(dir, env, ports)
    try {
      for (const { name } of cluster.nodes) await cluster.startNode(name)
      await cluster.#startBalancer(ports[0] ?? 0)
    } catch (error) {
      await cluster.stop()
      throw error
    }
    return cluster
  }

  node(name: string): Node {
    const node = this.nodes.find((one) => one.name === name)
    if (node === undefined) throw new Error(`there is no server ${name}`)
    return node
  }

  /** Starts a server of a build, and waits until it is ready. `dist`: the folder of that build. */
  async startNode(name: string, dist = 'dist'): Promise<void> {
    const node = this.node(name)
    node.server = startServerProcess(
      {
        DATA_DIR: join(this.#dir, 'data'),
        HOST: '127.0.0.1',
        PORT: String(node.port),
        PUBLIC_ORIGIN: this.address,
        TRUST_PROXY: 'loopback',
        MIGRATE: 'off',
        DRAIN_SECONDS: '3',
        MIN_FILL_MS: '0',
        NODE_ENV: 'production',
        ADMIN_EMAIL: ADMIN.email,
        ADMIN_PASSWORD: ADMIN.password,
        ...this.#env,
      },
      { args: [resolve(dist, 'server/main.js')] },
    )
    const until = Date.now() + READY_WITHIN_MS
    while ((await statusOf(`http://127.0.0.1:${node.port}/readyz`)) !== 200) {
      if (node.server.process.exitCode !== null || Date.now() > until)
        throw new Error(`the server ${name} did not get ready: ${node.server.output().slice(-1000)}`)
      await wait(100)
    }
  }

  get balancerPid(): number {
    return this.#balancer?.pid ?? 0
  }

  /** Resolves with the exit code. */
  async stopNode(name: string, signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<number | null> {
    const { server } = this.node(name)
    server?.process.kill(signal)
    return (await server?.ended) ?? null
  }

  /** Waits until the balancer sends requests to a server that is ready. */
  believed(): Promise<void> {
    return wait(BELIEVED_AFTER_MS)
  }

  async stop(): Promise<void> {
    this.#balancer?.kill('SIGTERM')
    await Promise.all(this.nodes.map(({ name }) => this.stopNode(name)))
  }

  /** The shipped configuration, but for its addresses and without TLS. */
  async #startBalancer(port: number): Promise<void> {
    const file = join(this.#dir, `haproxy-${port}.cfg`)
    let text = await readFile('deploy/haproxy.cfg', 'utf8')
    text = text
      .replace(/frontend plain\n(?: {4}.*\n)+/, '')
      .replace(/bind :443.*/, `bind 127.0.0.1:${port}`)
      .replace('X-Forwarded-Proto https', 'X-Forwarded-Proto http')
      .replaceAll('127.0.0.1:3001', `127.0.0.1:${this.node('one').port}`)
      .replaceAll('127.0.0.1:3002', `127.0.0.1:${this.node('two').port}`)
    await writeFile(file, text)
    this.#balancer = spawn('haproxy', ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'pipe'] })
    let output = ''
    this.#balancer.stderr?.on('data', (bytes: Buffer) => (output += bytes.toString()))
    await once(this.#balancer, 'spawn')
    const until = Date.now() + READY_WITHIN_MS
    while ((await statusOf(`http://127.0.0.1:${port}/readyz`)) !== 200) {
      if (Date.now() > until) throw new Error(`the balancer did not get ready: ${output}`)
      await wait(100)
    }
  }
}

/** 0 when there is no response. */
export async function statusOf(url: string): Promise<number> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(15_000) })
    await response.arrayBuffer()
    return response.status
  } catch {
    return 0
  }
}
