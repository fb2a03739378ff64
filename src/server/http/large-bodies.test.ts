import { PassThrough } from 'node:stream'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { createLogger } from '@/server/process/logger'
import { handleErrors } from './errors'
import { limitLargeBodies } from './large-bodies'

const BODY = JSON.stringify({ title: ' '.repeat(600_000) })
const HEADERS = { 'content-type': 'application/json', 'content-length': String(BODY.length) }

it('lets uploads that trickle in from one address hold some of the places, never all', async () => {
  const app = Fastify({ bodyLimit: 2 * BODY.length })
  handleErrors(app, createLogger('silent'))
  app.post('/', { onRequest: limitLargeBodies() }, () => 'taken')
  const post = async (remoteAddress: string, payload: PassThrough | string) =>
    (await app.inject({ method: 'POST', url: '/', headers: HEADERS, remoteAddress, payload })).statusCode

  const slow = Array.from({ length: 4 }, () => new PassThrough())
  const responses = slow.map((body) => post('203.0.113.1', body))
  expect(await post('203.0.113.1', BODY)).toBe(503)
  expect(await post('203.0.113.2', BODY)).toBe(200)
  for (const body of slow) body.end(BODY)
  expect(await Promise.all(responses)).toEqual([200, 200, 200, 200])
  expect(await post('203.0.113.1', BODY)).toBe(200)
})
