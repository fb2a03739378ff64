/**
 * `npm run test:cluster`: two servers of the built product behind HAProxy, with `deploy/haproxy.cfg` as it is but for its addresses and
 * TLS. Prints a line for each proof; exit code 1 when a check failed. In CI root installs HAProxy; where it is missing, one line that
 * begins with `not run:` says so. Each source address is a network of its own (127.0.n.1).
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { Agent, request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { startEmbeddedEngine } from '@/server/platform/database/engine/start-engine'
import { installPackages, mayInstall } from '../on-debian/debian-packages'
import { startServerProcess, type ServerProcess } from '../support/server/server-process'

const ADMIN = { email: 'boss@example.com', password: 'waves-at-the-reef-9' }
const READY_WITHIN_MS = 60_000
/** HAProxy asks every second, and believes the second answer. */
const BELIEVED_AFTER_MS = 3000

interface Sent {
  method?: 'GET' | 'POST'
  from?: number
  body?: object
  headers?: Record<string, string>
}

const agents = new Map<number, Agent>()

/** One request from 127.0.`from`.1; the status is 0 when there is no response. */
function send(
  port: number,
  path: string,
  { method = 'GET', from = 0, body, headers = {} }: Sent = {},
): Promise<{ status: number; text: string; ms: number }> {
  const agent = agents.get(from) ?? new Agent({ keepAlive: true, localAddress: `127.0.${from}.1` })
  agents.set(from, agent)
  const begun = performance.now()
  const json = body === undefined ? {} : { 'content-type': 'application/json' }
  return new Promise((resolve) => {
    const settle = (status: number, text: string) =>
      resolve({ status, text, ms: Math.round(performance.now() - begun) })
    const request = httpRequest({
      port,
      host: '127.0.0.1',
      path,
      method,
      agent,
      headers: { ...json, ...headers },
    })
    request.setTimeout(15_000, () => request.destroy())
    request.on('error', () => settle(0, ''))
    request.on('response', (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part: string) => (text += part))
      response.on('error', () => settle(0, '')).on('end', () => settle(response.statusCode ?? 0, text))
    })
    request.end(body && JSON.stringify(body))
  })
}

async function untilReady(port: number): Promise<void> {
  const until = Date.now() + READY_WITHIN_MS
  while ((await send(port, '/readyz')).status !== 200) {
    if (Date.now() > until) throw new Error(`port ${port} did not get ready`)
    await wait(100)
  }
}

/** The balancer's port, and those of the servers. */
const FRONT = 3985
const [ONE, TWO] = [3986, 3987]

class Cluster {
  readonly #env: Record<string, string>
  readonly #servers = new Map<number, ServerProcess>()
  #balancer: ChildProcess | undefined

  constructor(env: Record<string, string>) {
    this.#env = env
  }

  async start(dir: string): Promise<void> {
    for (const port of [ONE, TWO]) await this.startServer(port)
    const file = join(dir, 'haproxy.cfg')
    const shipped = await readFile('deploy/haproxy.cfg', 'utf8')
    await writeFile(
      file,
      shipped
        .replace(/frontend plain\n(?: {4}.*\n)+/, '')
        .replace(/bind :443.*/, `bind 127.0.0.1:${FRONT}`)
        .replace('X-Forwarded-Proto https', 'X-Forwarded-Proto http')
        .replaceAll('127.0.0.1:3001', `127.0.0.1:${ONE}`)
        .replaceAll('127.0.0.1:3002', `127.0.0.1:${TWO}`),
    )
    this.#balancer = spawn('haproxy', ['-db', '-f', file], { stdio: 'ignore' })
    await untilReady(FRONT)
  }

  async startServer(port: number): Promise<void> {
    const env = {
      ...this.#env,
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_ORIGIN: `http://localhost:${FRONT}`,
    }
    this.#servers.set(port, startServerProcess(env, { args: ['dist/server/main.js'] }))
    await untilReady(port)
  }

  /** As a deployment does: the balancer learns of it, and what is under way is finished. */
  async restart(port: number): Promise<void> {
    await this.#servers.get(port)?.stop()
    await this.startServer(port)
    await wait(BELIEVED_AFTER_MS)
  }

  async stop(): Promise<void> {
    this.#balancer?.kill('SIGTERM')
    for (const agent of agents.values()) agent.destroy()
    await Promise.all([...this.#servers.values()].map((server) => server.stop()))
  }
}

type Proof = { problems: string[]; facts: string }

/** A write on one server shows on the other, which had cached what was before. */
async function showsOnTheOther(): Promise<Proof> {
  const login = await send(ONE, '/api/v1/auth/login', { method: 'POST', body: ADMIN })
  const { data } = JSON.parse(login.text) as { data: { access_token: { token: string } } }
  const headers = { authorization: `Bearer ${data.access_token.token}` }
  const delays: number[] = []
  for (let turn = 0; turn < 50; turn += 1) {
    const key = `tag-${randomUUID().slice(0, 8)}`
    await send(TWO, '/api/v1/events/tags')
    await send(ONE, '/api/v1/backoffice/events/tags', { method: 'POST', body: { key, name: key }, headers })
    const writtenAt = performance.now()
    while (!(await send(TWO, '/api/v1/events/tags')).text.includes(key))
      if (performance.now() - writtenAt > 20_000) return { problems: [`${key} did not show`], facts: '' }
    delays.push(Math.round(performance.now() - writtenAt))
  }
  const p95 = delays.toSorted((a, b) => a - b)[47] ?? Infinity
  return { problems: p95 > 250 ? [`more than 250 ms`] : [], facts: `50 writes, p95 ${p95} ms` }
}

/** Both servers are restarted one after the other, while visitors read and write. */
async function restartsUnnoticed(cluster: Cluster, database: Client): Promise<Proof> {
  const stopping = new AbortController()
  const failures: string[] = []
  const acknowledged = new Set<string>()
  let reads = 0
  const read = async (from: number) => {
    for (let turn = 0; !stopping.signal.aborted; turn += 1) {
      const path = ['/', '/events', '/api/v1/events', '/privacy'][turn % 4] ?? '/'
      const { status } = await send(FRONT, path, { from })
      reads += 1
      if (status !== 200) failures.push(`GET ${path} got ${status}`)
      await wait(30)
    }
  }
  // As a phone does: the same again under its key until it is taken.
  const write = async (from: number) => {
    while (!stopping.signal.aborted) {
      const message = randomUUID()
      const body = { first_name: 'A', last_name: 'B', email: 'a@example.com', topic: 'Other', message }
      const sent = { method: 'POST', from, body, headers: { 'idempotency-key': message } } as const
      while ((await send(FRONT, '/api/v1/contact-form', sent)).status !== 201) await wait(50)
      acknowledged.add(message)
      await wait(30)
    }
  }
  const load = [...[30, 31, 32, 33, 34, 35].map(read), ...[40, 41].map(write)]
  for (const port of [ONE, TWO]) await cluster.restart(port)
  stopping.abort()
  await Promise.all(load)
  const { rows } = await database.query<{ message: string; count: number }>(
    'select message, count(*)::int as count from contact_forms group by message',
  )
  const stored = new Map(rows.map(({ message, count }) => [message, count]))
  const lost = [...acknowledged].filter((message) => !stored.has(message)).length
  const twice = rows.filter(({ count }) => count > 1).length
  return {
    problems: [...failures, ...(lost > 0 ? [`${lost} lost`] : []), ...(twice > 0 ? [`${twice} twice`] : [])],
    facts: `${reads} GETs, ${failures.length} failed; ${acknowledged.size} writes, ${lost} lost, ${twice} twice`,
  }
}

async function prove(): Promise<boolean> {
  const dir = await mkdtemp(join(tmpdir(), 'events-cluster-'))
  const engine = await startEmbeddedEngine({
    dataDir: join(dir, 'database'),
    log: { info() {}, warn() {}, error() {} },
  })
  const { host = '', port = 5432, user = '', database = 'postgres' } = engine.connection
  const cluster = new Cluster({
    DATABASE_URL: `postgres://${user}@/${database}?host=${encodeURIComponent(host)}&port=${port}`,
    DATA_DIR: join(dir, 'data'),
    JWT_SECRET: randomBytes(32).toString('hex'),
    TRUST_PROXY: 'loopback',
    LIMITS: 'off',
    LOG_LEVEL: 'fatal',
    NODE_ENV: 'production',
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
  })
  const client = new Client(engine.connection)
  try {
    await client.connect()
    await cluster.start(dir)
    const proofs = {
      'a write on one server shows on the other': showsOnTheOther,
      'both restarted one after the other, under load': () => restartsUnnoticed(cluster, client),
    }
    let isProved = true
    for (const [name, run] of Object.entries(proofs)) {
      if (!name.includes(process.argv[2] ?? '')) continue
      const { problems, facts } = await run()
      isProved &&= problems.length === 0
      process.stdout.write(`${problems.length === 0 ? 'ok       ' : 'FAIL     '} ${name}: ${facts}\n`)
      for (const problem of problems.slice(0, 10)) process.stdout.write(`          ${problem}\n`)
    }
    return isProved
  } finally {
    await cluster.stop()
    await client.end()
    await engine.stop()
    await rm(dir, { recursive: true, force: true })
  }
}

const hasBalancer = () => spawnSync('which', ['haproxy']).status === 0
if (!hasBalancer() && mayInstall()) installPackages(['haproxy'])
if (hasBalancer()) {
  const built = spawnSync(process.execPath, [...process.execArgv, 'tools/build.ts', '--if-stale'], {
    stdio: 'inherit',
  })
  process.exitCode = built.status === 0 && (await prove()) ? 0 : 1
} else process.stdout.write('not run: several servers. Install haproxy.\n')
