import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { DEMO_ADMIN } from '../../support/demo-server'
import type { DemoServer } from '../../support/demo-server'

/** One way an anonymous client with a script may harm the app. */
export interface Attack {
  /** One line, in words that everybody understands. */
  name: string
  /** The condition that has to hold under the attack. */
  bar: string
  /** Environment of the attacked server, on top of the demonstration's. */
  env?: Record<string, string>
  /** Attacks a fresh server with the demonstration programme. It may be broken afterwards. */
  run(target: DemoServer): Promise<Outcome>
}

/** Settings for attacks that are stopped behind the limits: from one network hardly anything would get there. */
export const WITHOUT_LIMITS = { LIMITS: 'off' }

/** `--short` is for a machine that has other work as well. */
const isShort = process.env['ATTACKS'] === 'short'

/** How long a flood lasts, milliseconds; in the short form a quarter of it. */
export const floodMs = (ms: number) => (isShort ? ms / 4 : ms)

/** The most that something may take, milliseconds; in the short form five times as long. */
export const timeBarMs = (ms: number) => (isShort ? ms * 5 : ms)

export interface Outcome {
  /** The measured value. */
  figure: string
  /** Whether the bar was met. */
  holds: boolean
}

/** Memory of one process without its children, in MB; 0 when it is gone. */
export async function rssMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024)
}

/** The figures of another visitor while the attack is under way. */
export interface ProbeResult {
  /** The median time of `GET /events`, or of another request that reads, in milliseconds. */
  p50Ms: number
  p99Ms: number
  /** Requests that got no 200. */
  failed: number
  /** The most memory that the server held, in MB. */
  peakMb: number
}

const PROBE_INTERVAL_MS = 20
const PROBE_TIMEOUT_MS = 30_000

/** Reads the list, or another path, again and again, as other visitors do, until `damage` has ended. */
export async function probeWhile(
  { origin, pid }: DemoServer,
  damage: () => Promise<unknown>,
  readPath = '/api/v1/events',
): Promise<ProbeResult> {
  const path = origin + readPath
  await (await fetch(path)).text()
  const times: number[] = []
  let failed = 0
  let peakMb = await rssMb(pid)
  const over = new AbortController()
  const probe = async () => {
    const begun = performance.now()
    const isFine = await fetch(path, { signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) })
      .then(async (response) => (await response.text()) !== '' && response.ok)
      .catch(() => false)
    times.push(performance.now() - begun)
    if (!isFine) failed += 1
  }
  const watch = async () => {
    const probes: Promise<void>[] = []
    while (!over.signal.aborted) {
      probes.push(probe())
      peakMb = Math.max(peakMb, await rssMb(pid))
      await new Promise((settle) => setTimeout(settle, PROBE_INTERVAL_MS))
    }
    await Promise.all(probes)
  }
  const watching = watch()
  await damage().finally(() => over.abort())
  await watching
  peakMb = Math.max(peakMb, await rssMb(pid))
  return { p50Ms: quantile(times, 0.5), p99Ms: quantile(times, 0.99), failed, peakMb }
}

/**
 * Starts a process that is to flood the server. The function that it resolves with begins the flood, and resolves with how many responses had
 * which status: starting a process keeps a core busy, which is no harm that a visitor does.
 */
export async function prepareFlood(
  { origin }: DemoServer,
  kind: string,
  connections: number,
  ms: number,
): Promise<() => Promise<string>> {
  const args = ['tests/attacks/flood.ts', origin, kind, String(connections), String(ms)]
  const flood = spawn(process.execPath, ['--import', 'tsx', ...args], { stdio: ['pipe', 'pipe', 'inherit'] })
  const output = flood.stdout.setEncoding('utf8')
  // A flood that broke off would let every bar hold.
  const waitForExit = async () => {
    const [code] = await once(flood, 'exit')
    if (code !== 0) throw new Error(`the flood of ${kind} broke off`)
  }
  const exited = waitForExit()
  await Promise.race([once(output, 'data'), exited])
  return async () => {
    flood.stdin.end('begin\n')
    const [statuses] = await Promise.all([output.toArray(), exited])
    return statuses.join('')
  }
}

export function quantile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
}

/** An access token of the demonstration's administrator. */
export async function adminToken({ origin }: DemoServer): Promise<string> {
  const response = await fetch(`${origin}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(DEMO_ADMIN),
  })
  const { data } = (await response.json()) as { data: { access_token: { token: string } } }
  return data.access_token.token
}

/** A submission that is all right, but for what `change` says. */
export function submission(change: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    title: 'Open-air cinema on the beach',
    description: 'Bring a blanket and something warm: it gets windy.',
    email: 'somebody@example.com',
    location_name: 'Praia do Sul',
    latitude: 38.96,
    longitude: -9.42,
    tag_keys: ['surf'],
    timetable: {
      list: [{ start_time: '2099-06-20 19:00:00', end_time: '2099-06-20 21:00:00', is_all_day: false }],
    },
    ...change,
  }
}
