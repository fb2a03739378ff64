import autocannon from 'autocannon'

const CONNECTIONS = 20
/** The list of all changes is computed anew for two of a network at once (`LIMITS` of the server): these wait for each other. */
const LIST_CONNECTIONS = 5

export type Load = Record<'perSecond' | 'p50Ms' | 'p99Ms', number>

interface LoadOptions {
  seconds: number
  unique?: boolean
  headers?: Record<string, string>
}

/**
 * A run of a few seconds. `unique` sends each request to a host of its own, which is in the addresses of its response: no
 * cached one fits. (A parameter that means nothing would find the response of those before.)
 */
export async function requestLoad(
  origin: string,
  paths: readonly string[],
  { seconds, unique = false, headers = {} }: LoadOptions,
): Promise<Load> {
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
    connections: unique && paths[0]?.startsWith('/api/v1/events/list?') ? LIST_CONNECTIONS : CONNECTIONS,
    duration: seconds,
    headers,
    requests: unique
      ? [{ setupRequest: (request) => ({ ...request, ...next() }) }]
      : paths.map((path) => ({ path })),
  })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${result.non2xx} responses of ${paths[0]} were no 2xx, ${result.errors} requests failed`)
  return { perSecond: result.requests.average, p50Ms: result.latency.p50, p99Ms: result.latency.p99 }
}
