import autocannon from 'autocannon'

const CONNECTIONS = 20
/** Of one network the server computes one programme at a time, and lets four wait (`PROGRAMMES` in load-shedding.ts). */
const PROGRAMME_CONNECTIONS = 5

export interface Figures {
  perSecond: number
  p50Ms: number
  p99Ms: number
}

interface RunOptions {
  seconds: number
  unique?: boolean
  headers?: Record<string, string>
}

/**
 * One run of a few seconds. `unique` sends each request to a host of its own, which is in the addresses of its response: no
 * cached one fits. (A parameter that means nothing would find the response of those before.)
 */
export async function run(
  origin: string,
  paths: readonly string[],
  { seconds, unique = false, headers = {} }: RunOptions,
): Promise<Figures> {
  let number = 0
  const next = () => {
    number += 1
    return {
      path: paths[number % paths.length] ?? '/',
      headers: { ...headers, host: `guide-${number}.example` },
    }
  }
  const result = await autocannon({
    url: origin,
    connections: unique && paths[0]?.startsWith('/api/v1/events/list?') ? PROGRAMME_CONNECTIONS : CONNECTIONS,
    duration: seconds,
    headers,
    requests: unique
      ? [{ setupRequest: (request) => ({ ...request, ...next() }) }]
      : paths.map((path) => ({ path })),
  })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${result.non2xx} responses of ${paths[0]} were no 2xx, ${result.errors} requests failed`)
  return {
    perSecond: result.requests.average,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
  }
}

/** The median of each figure. */
export function median(runs: readonly Figures[]): Figures {
  const middle = (of: (figures: Figures) => number) =>
    runs.map(of).toSorted((a, b) => a - b)[Math.floor(runs.length / 2)] ?? 0
  return {
    perSecond: middle(({ perSecond }) => perSecond),
    p50Ms: middle(({ p50Ms }) => p50Ms),
    p99Ms: middle(({ p99Ms }) => p99Ms),
  }
}
