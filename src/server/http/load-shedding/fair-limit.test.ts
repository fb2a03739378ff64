import type { FastifyRequest } from 'fastify'
import { expect, it } from 'vitest'
import { createFairLimit } from './load-shedding'

const REFUSED = { code: 'UNAVAILABLE', details: { retryAfterSeconds: 2 } }

/** Work that lasts until it is told to finish, by the name of who asked for it. */
function slowWork(bounds: Parameters<typeof createFairLimit>[0]) {
  const limit = createFairLimit(bounds)
  const begun: string[] = []
  const finish: (() => void)[] = []
  const request = (network: string, name: string) =>
    limit({ ip: network } as FastifyRequest, () => {
      begun.push(name)
      return new Promise<void>((resolve) => finish.push(resolve))
    })
  /** Finishes the next one that has begun, and lets whoever waits begin. */
  const finishNext = async (work: Promise<void>) => {
    await new Promise(setImmediate)
    finish.shift()?.()
    await work
    await new Promise(setImmediate)
  }
  return { limit, begun, request, finishNext }
}

it('does so much at once, and refuses what is over the bound of all', async () => {
  const { begun, request, finishNext } = slowWork({
    atOnce: 2,
    ofNetwork: { atOnce: 2, waiting: 9 },
    open: 3,
  })
  const [a, b, c] = [request('192.0.2.1', 'a'), request('192.0.2.2', 'b'), request('192.0.2.3', 'c')]
  await expect(request('192.0.2.4', 'd')).rejects.toMatchObject(REFUSED)
  expect(begun).toEqual(['a', 'b'])
  await finishNext(a)
  expect(begun).toEqual(['a', 'b', 'c'])
  await finishNext(b)
  await finishNext(c)
})

it('serves networks in turn, and refuses one that asks for more than its share', async () => {
  const { begun, request, finishNext } = slowWork({
    atOnce: 2,
    ofNetwork: { atOnce: 1, waiting: 2 },
    open: 99,
  })
  const greedy = [1, 2, 3].map((at) => request('192.0.2.1', `greedy ${at}`))
  await expect(request('192.0.2.1', 'greedy 4')).rejects.toMatchObject(REFUSED)
  const other = request('192.0.2.2', 'other')
  await new Promise(setImmediate)
  expect(begun).toEqual(['greedy 1', 'other'])
  for (const work of [greedy[0], other, greedy[1], greedy[2]]) await finishNext(work ?? other)
  expect(begun).toEqual(['greedy 1', 'other', 'greedy 2', 'greedy 3'])
})

it('lets in what is part of work that is under way', async () => {
  const {
    limit,
    request: send,
    finishNext,
  } = slowWork({
    atOnce: 1,
    ofNetwork: { atOnce: 1, waiting: 0 },
    open: 1,
  })
  const request = { ip: '192.0.2.1' } as FastifyRequest
  await expect(limit(request, () => limit(request, async () => 'read'))).resolves.toBe('read')
  const work = send('192.0.2.1', 'after it')
  await finishNext(work)
})

it('takes work again from a network whose work has failed', async () => {
  const { limit } = slowWork({ atOnce: 1, ofNetwork: { atOnce: 1, waiting: 0 }, open: 1 })
  const request = { ip: '192.0.2.1' } as FastifyRequest
  await expect(limit(request, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  await expect(limit(request, async () => 'fine')).resolves.toBe('fine')
})
