import { readFileSync } from 'node:fs'
import autocannon from 'autocannon'
import { GuideCluster } from './guide-cluster'
import { percentile } from './proof'
import type { Proof } from './proof'

const ROUNDS = 5
const REQUESTS = 4000
/** A server that has just started runs much that is not compiled yet. */
const WARM_UP = 8000
const CONNECTIONS = 20
/** The kernel counts a process' time in hundredths of a second (USER_HZ). */
const TICK_MS = 10
const PATHS = { list: '/api/v1/events', page: '/events' }
/** Two servers compute twice what is cached, and read the headers of a balancer: more than this would be a fault. */
const MOST_TIMES = 2

interface Options {
  dir: string
  env: Record<string, string>
}

/** The processor time of a request to one server, and to two behind the balancer, by what /proc counts for each process. */
export async function measureProcessorTime({ dir, env }: Options): Promise<Proof[]> {
  const cluster = await GuideCluster.start(dir, { ...env, LIMITS: 'off' })
  try {
    const proof: Proof = { name: 'processor time of a request', problems: [], facts: '' }
    const { address: alone } = cluster.node('one')
    const servers = cluster.nodes.map(({ server }) => server?.process.pid ?? 0)
    const facts: string[] = []
    for (const [what, path] of Object.entries(PATHS)) {
      for (const origin of [...cluster.nodes.map(({ address }) => address), cluster.address])
        await request(origin + path, WARM_UP)
      const rounds: number[][] = []
      // In turns, so that what else the machine does is in both.
      for (let round = 0; round < ROUNDS; round += 1) {
        const [one = 0] = await usedBy(() => request(alone + path, REQUESTS), [servers.slice(0, 1)])
        const groups = [servers, [cluster.balancerPid]]
        rounds.push([one, ...(await usedBy(() => request(cluster.address + path, REQUESTS), groups))])
      }
      const [one = 0, two = 0, balancer = 0] = [0, 1, 2].map((group) =>
        percentile(
          rounds.map((used) => (used[group] ?? 0) / REQUESTS),
          0.5,
        ),
      )
      if (two > MOST_TIMES * one)
        proof.problems.push(`a ${what} costs ${(two / one).toFixed(1)} times as much`)
      facts.push(`a ${what} ${ms(one)} with one server, ${ms(two)} with two and ${ms(balancer)} of HAProxy`)
    }
    return [{ ...proof, facts: facts.join('; ') }]
  } finally {
    await cluster.stop()
  }
}

/** Milliseconds of processor time that each group of processes used for some work. */
async function usedBy(work: () => Promise<void>, groups: readonly (readonly number[])[]): Promise<number[]> {
  const before = groups.map(usedMs)
  await work()
  return groups.map((pids, index) => usedMs(pids) - (before[index] ?? 0))
}

async function request(url: string, amount: number): Promise<void> {
  const { non2xx, errors } = await autocannon({ url, amount, connections: CONNECTIONS })
  if (non2xx > 0 || errors > 0) throw new Error(`of ${url} ${non2xx} were no 2xx, ${errors} failed`)
}

/** Processor time of processes until now, in the kernel and in themselves. */
function usedMs(pids: readonly number[]): number {
  return pids.reduce((total, pid) => {
    // The name of the program, in brackets, may have spaces.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return total + (Number(fields[11]) + Number(fields[12])) * TICK_MS
  }, 0)
}

const ms = (figure: number) => `${figure.toFixed(2)} ms`
