import type { IncomingMessage } from 'node:http'
import Fastify from 'fastify'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { expect, it } from 'vitest'
import { inProcessFetch } from './pages'

it.each([
  ['10.0.0.5', 'https'],
  ['10.0.0.6', 'http'],
])('trusts %s for the protocol %s as the server does', async (remoteAddress, protocol) => {
  const app = Fastify({ trustProxy: '10.0.0.5' })
  app.get('/api/v1/origin', (request) => `${request.protocol}://${request.host}`)
  const page = await pageRequest(app, { remoteAddress })
  const response = await inProcessFetch(app, page)('https://guide.example/api/v1/origin')
  expect(await response.text()).toBe(`${protocol}://guide.example`)
})

it('calls in the name of the visitor behind the proxy', async () => {
  const app = Fastify({ trustProxy: '10.0.0.5' })
  app.get('/api/v1/address', (request) => request.ip)
  const page = await pageRequest(app, {
    remoteAddress: '10.0.0.5',
    headers: { 'x-forwarded-for': '198.51.100.7' },
  })
  const response = await inProcessFetch(app, page)('https://guide.example/api/v1/address')
  expect(await response.text()).toBe('198.51.100.7')
})

/** The request of a page, as its handler has it. */
async function pageRequest(app: FastifyInstance, sent: InjectOptions): Promise<IncomingMessage> {
  const received: IncomingMessage[] = []
  app.get('/page', async (request) => void received.push(request.raw))
  await app.inject({ url: '/page', ...sent })
  const [request] = received
  if (request === undefined) throw new Error('the page was not requested')
  return request
}
