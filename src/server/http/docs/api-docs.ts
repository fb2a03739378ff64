import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { API_PREFIX } from '@/contract/endpoint'
import { API_DOCS_PATH } from '@/contract/plain-routes'
import { openApi } from './openapi'

/**
 * `/api/v1/openapi.json` for programs, `/api/v1/docs` for people: Swagger UI, from its own package on this server. Both
 * depend on nothing but the register. The page is for reading: it sends no calls, and nobody types a token into it. Registered
 * before what compresses: its two megabytes are not compressed anew for whoever asks.
 */
export async function apiDocs(app: FastifyInstance): Promise<void> {
  const document = openApi()
  const description = JSON.stringify(document)
  app.get(`${API_PREFIX}/openapi.json`, (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('application/json; charset=utf-8').send(description),
  )
  await app.register(async (scope) => {
    scope.addHook('onRequest', async (request, reply) => {
      reply.header('x-robots-tag', 'noindex')
      // The same in YAML would hold the whole server up for 0.2 s while it is made.
      if (request.routeOptions.url === `${API_DOCS_PATH}/yaml`) reply.callNotFound()
    })
    await scope.register(swagger, { mode: 'static', specification: { document } })
    await scope.register(swaggerUi, {
      routePrefix: API_DOCS_PATH,
      theme: {
        title: document.info.title,
        css: [{ filename: 'reading.css', content: '.scheme-container{display:none}' }],
      },
      uiConfig: { layout: 'BaseLayout', supportedSubmitMethods: [], docExpansion: 'list' },
    })
  })
}
