import Fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { handleErrors } from '@/server/http/errors/errors'
import { assertInTime, shedLater, shedLoad } from '@/server/http/load-shedding/load-shedding'
import { systemClock } from '@/server/platform/process/clock'
import { createLogger } from '@/server/platform/process/logger'

/** A browser gives up on a version of the service worker when one of the last three is missing. */
const FILES = ['/assets/script.js', '/sw.js', '/settings.js', '/manifest.webmanifest']

let app: FastifyInstance
beforeEach(async () => {
  // The library takes its measures by this timer. Memory is the one that every machine has too much of.
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  app = Fastify()
  const log = createLogger('silent')
  handleErrors(app, log)
  await shedLoad(app, { log, clock: systemClock, measures: { maxRssBytes: 1 } })
  app.get('/page', () => 'rendered')
  for (const file of FILES) app.get(file, () => 'file')
  app.get<{ Querystring: { cached?: string } }>(
    '/list',
    { config: { pressureHandler: shedLater } },
    (request) => {
      if (request.query.cached === undefined) assertInTime(request)
      return 'list'
    },
  )
  await app.ready()
})
afterEach(async () => {
  vi.useRealTimers()
  await app.close()
})

async function statuses(): Promise<Record<string, number>> {
  const paths = ['/page', '/list', '/list?cached=1', ...FILES]
  const responses = await Promise.all(paths.map(async (path) => [path, (await app.inject(path)).statusCode]))
  return Object.fromEntries(responses) as Record<string, number>
}

const fromNetwork = async (remoteAddress: string) =>
  (await app.inject({ url: '/page', remoteAddress })).statusCode

describe('while the process cannot keep up', () => {
  it('what costs is turned away, and what is at hand is sent', async () => {
    expect(Object.values(await statuses())).toEqual([200, 200, 200, 200, 200, 200, 200])
    vi.advanceTimersByTime(1000)
    expect(await statuses()).toEqual({
      '/page': 503,
      '/list': 503,
      '/list?cached=1': 200,
      '/assets/script.js': 200,
      '/sw.js': 200,
      '/settings.js': 200,
      '/manifest.webmanifest': 200,
    })
  })

  it('only the network that asks for more than its share is turned away', async () => {
    const [greedy, other] = ['192.0.2.1', '198.51.100.1']
    for (let request = 0; request < 30; request += 1) await fromNetwork(greedy)
    vi.advanceTimersByTime(1000)
    expect(await fromNetwork(greedy)).toBe(503)
    expect(await fromNetwork(other)).toBe(200)
  })

  it('a network that floods waits for what is cheap, too, and others do not', async () => {
    const usage = { ...app.memoryUsage(), eventLoopDelay: 60 }
    vi.spyOn(app, 'memoryUsage').mockReturnValue(usage)
    const [greedy, other] = ['192.0.2.1', '198.51.100.1']
    for (let request = 0; request < 5000; request += 1) await fromNetwork(greedy)
    const waiting = fromNetwork(greedy)
    expect(await Promise.race([waiting, fromNetwork(other).then(() => 'the other is served')])).toBe(
      'the other is served',
    )
    vi.advanceTimersByTime(250)
    expect(await waiting).toBe(200)
  })

  it('a client is told when to come back', async () => {
    vi.advanceTimersByTime(1000)
    const response = await app.inject('/page')
    expect(response.headers['retry-after']).toBe('5')
    expect(response.json()).toMatchObject({ error: { code: 'UNAVAILABLE' } })
  })
})
