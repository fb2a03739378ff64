import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { API_PREFIX, type Endpoint, type Schema } from '@/contract/endpoint'
import { API_DOCS_PATH } from '@/contract/plain-routes'
import { ENDPOINTS, nameOf } from '@/contract/endpoints'
import { epochSeconds } from '@/contract/envelope'
import { ERROR_STATUS, errorEnvelopeSchema } from '@/contract/errors'
import { SITE } from '@/site/site'

/**
 * `/api/v1/openapi.json` for programs, `/api/v1/docs` for people: Swagger UI, from its own package on this server. Both
 * depend on nothing but the register. The page is for reading: it sends no calls, and nobody types a token into it. Registered
 * before what compresses: its two megabytes are not compressed anew for whoever asks.
 */
export async function apiDocs(app: FastifyInstance): Promise<void> {
  const text = JSON.stringify(DOCUMENT)
  app.get(`${API_PREFIX}/openapi.json`, (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('application/json; charset=utf-8').send(text),
  )
  await app.register(async (scope) => {
    scope.addHook('onRequest', async (request, reply) => {
      reply.header('x-robots-tag', 'noindex')
      // The same in YAML would hold the whole server up for 0.2 s while it is made.
      if (request.routeOptions.url === `${API_DOCS_PATH}/yaml`) reply.callNotFound()
    })
    await scope.register(swagger, { mode: 'static', specification: { document: DOCUMENT } })
    await scope.register(swaggerUi, {
      routePrefix: API_DOCS_PATH,
      theme: {
        title: DOCUMENT.info.title,
        css: [{ filename: 'reading.css', content: '.scheme-container{display:none}' }],
      },
      uiConfig: { layout: 'BaseLayout', supportedSubmitMethods: [], docExpansion: 'list' },
    })
  })
}

type Json = Record<string, unknown>

/** The description of the API, made from the register: it cannot say what the server does not do. */
const DOCUMENT = {
  openapi: '3.1.0' as const,
  info: {
    title: `${SITE.name} API`,
    version: '1.0.0',
    description:
      'Every response is an envelope: {"data": …} or {"error": {"code", "message", "fields"?}}. Instants are epoch seconds; times that are sent are village time. ' +
      `Statuses and codes of errors: ${Object.entries(ERROR_STATUS)
        .map(([code, status]) => `${status} ${code}`)
        .join(', ')}.`,
  },
  paths: pathsOf(Object.values(ENDPOINTS)),
  components: {
    schemas: { Error: jsonSchema(errorEnvelopeSchema, 'output') },
    securitySchemes: { bearer: { type: 'http' as const, scheme: 'bearer' } },
  },
}

function pathsOf(endpoints: readonly Endpoint[]): Record<string, Json> {
  const paths: Record<string, Json> = {}
  for (const endpoint of endpoints)
    (paths[API_PREFIX + endpoint.path] ??= {})[endpoint.method.toLowerCase()] = operation(endpoint)
  return paths
}

function operation(endpoint: Endpoint): Json {
  const { path, summary, auth, params, query, body, takesBytes, reply, status = 200, idempotent } = endpoint
  const file = { schema: { type: 'string', format: 'binary' } }
  const bytes = takesBytes?.map((type) => [type, file])
  const content = bytes ? Object.fromEntries(bytes) : body && jsonContent(jsonSchema(body, 'input'))
  const data = { type: 'object', properties: { data: jsonSchema(reply, 'output') }, required: ['data'] }
  const uuid = { type: 'string', format: 'uuid' }
  return {
    operationId: nameOf(endpoint),
    summary,
    tags: [path.split('/')[1]],
    parameters: [
      ...parametersIn('path', params),
      ...parametersIn('query', query),
      ...(idempotent ? [{ name: 'Idempotency-Key', in: 'header', required: false, schema: uuid }] : []),
    ],
    ...(content && { requestBody: { required: true, content } }),
    ...(auth !== 'none' && { security: [...(auth === 'required' ? [] : [{}]), { bearer: [] }] }),
    responses: {
      [status]: {
        description: 'Done',
        content: endpoint.repliesBytes ? { [endpoint.repliesBytes]: file } : jsonContent(data),
      },
      default: {
        description: 'Refused, or failed',
        content: jsonContent({ $ref: '#/components/schemas/Error' }),
      },
    },
  }
}

function jsonContent(schema: Json): Json {
  return { 'application/json': { schema } }
}

function parametersIn(place: 'path' | 'query', schema: Schema | undefined): Json[] {
  const { properties = {}, required = [] } = (schema ? jsonSchema(schema, 'input') : {}) as {
    properties?: Json
    required?: string[]
  }
  return Object.entries(properties).map(([name, one]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: one,
  }))
}

function jsonSchema(schema: Schema, io: 'input' | 'output'): Json {
  const { $schema: _, ...made } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema: target }) => {
      // A pipe into a transform says nothing of its result.
      if ((zodSchema as unknown) === epochSeconds)
        Object.assign(target, { anyOf: undefined, type: 'integer', description: 'Epoch seconds' })
    },
  })
  return made
}
