import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { inProcessFetch } from './in-process-fetch'

it.each([
  ['10.0.0.5', 'https'],
  ['10.0.0.6', 'http'],
])('trusts %s for the protocol %s as the server does', async (remoteAddress, protocol) => {
  const app = Fastify({ trustProxy: '10.0.0.5' })
  app.get('/api/v1/origin', (request) => `${request.protocol}://${request.host}`)
  const response = await inProcessFetch(app, remoteAddress)('https://guide.example/api/v1/origin')
  expect(await response.text()).toBe(`${protocol}://guide.example`)
})
