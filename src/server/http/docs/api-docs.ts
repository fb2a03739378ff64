import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { API_PREFIX } from '@/contract/endpoint'
import type { Endpoint, Schema } from '@/contract/endpoint'
import { API_DOCS_PATH } from '@/contract/plain-routes'
import { ENDPOINTS, nameOf } from '@/contract/endpoints'
import { epochSeconds } from '@/contract/envelope'
import { ERROR_CODES, ERROR_STATUS, errorEnvelopeSchema } from '@/contract/errors'
import type { ErrorCode } from '@/contract/errors'
import { PROBLEM_CODES } from '@/domain/validation/problem'
import { SITE } from '@/site/site'

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

type JsonSchema = Record<string, unknown>

/** Any call can end like this, whatever the register says of it. */
const ALWAYS: readonly ErrorCode[] = ['INTERNAL_ERROR', 'UNAVAILABLE']
const API_VERSION = '1.0.0'

interface OpenApi {
  openapi: '3.1.0'
  info: { title: string; version: string; description: string }
  paths: Record<string, JsonSchema>
  components: {
    schemas: Record<string, JsonSchema>
    securitySchemes: { bearer: { type: 'http'; scheme: 'bearer' } }
  }
}

let openapiDocument: OpenApi | undefined

/** The description of the API, made from the register, once: it cannot say what the server does not do. */
const openApi = (): OpenApi => (openapiDocument ??= describe())

function describe(): OpenApi {
  const paths: Record<string, JsonSchema> = {}
  for (const endpoint of Object.values(ENDPOINTS) as Endpoint[]) {
    const path = `${API_PREFIX}${endpoint.path}`
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${SITE.name} API`,
      version: API_VERSION,
      description:
        'Every response is an envelope: {"data": …} or {"error": {"code", "message", "fields"?}}. Instants are epoch seconds; times that are sent are village time.',
    },
    paths,
    components: {
      schemas: {
        Error: jsonSchema(errorEnvelopeSchema),
        ErrorCode: { type: 'string', enum: ERROR_CODES },
        ProblemCode: { type: 'string', enum: PROBLEM_CODES },
      },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    },
  }
}

function errorsOf(endpoint: Endpoint): ErrorCode[] {
  return [...new Set([...endpoint.errors, ...ALWAYS])].toSorted((a, b) => ERROR_STATUS[a] - ERROR_STATUS[b])
}

function jsonSchema(schema: Schema, io: 'input' | 'output' = 'output'): JsonSchema {
  const { $schema: _, ...made } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema: target }) => {
      // We always say what a client would fill in.
      if (io === 'output') Reflect.deleteProperty(target, 'default')
      // A pipe into a transform says nothing of its result.
      if ((zodSchema as unknown) === epochSeconds) {
        for (const key of Object.keys(target)) Reflect.deleteProperty(target, key)
        Object.assign(target, { type: 'integer', description: 'Epoch seconds' })
      }
    },
  }) as JsonSchema
  return made
}

function operation(endpoint: Endpoint): JsonSchema {
  return {
    operationId: nameOf(endpoint),
    summary: endpoint.summary,
    tags: [endpoint.path.split('/')[1] ?? ''],
    parameters: parametersOf(endpoint),
    ...(endpoint.body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: jsonSchema(endpoint.body, 'input') } },
      },
    }),
    ...(endpoint.takesBytes && {
      requestBody: {
        required: true,
        content: Object.fromEntries(
          endpoint.takesBytes.map((mediaType) => [
            mediaType,
            { schema: { type: 'string', format: 'binary' } },
          ]),
        ),
      },
    }),
    ...(endpoint.auth !== 'none' && {
      security: endpoint.auth === 'required' ? [{ bearer: [] }] : [{}, { bearer: [] }],
    }),
    responses: {
      [endpoint.status ?? 200]: {
        description: 'Done',
        content: { 'application/json': { schema: envelopeOf(jsonSchema(endpoint.reply)) } },
      },
      ...errorResponses(errorsOf(endpoint)),
    },
  }
}

function envelopeOf(data: JsonSchema): JsonSchema {
  return { type: 'object', properties: { data }, required: ['data'] }
}

function errorResponses(codes: readonly ErrorCode[]): JsonSchema {
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } }
  const statuses = [...new Set(codes.map((code) => ERROR_STATUS[code]))]
  return Object.fromEntries(
    statuses.map((status) => {
      const description = codes.filter((code) => ERROR_STATUS[code] === status).join(', ')
      return [String(status), { description, content }]
    }),
  )
}

function parametersOf(endpoint: Endpoint): JsonSchema[] {
  return [
    ...parametersIn('path', endpoint.params),
    ...parametersIn('query', endpoint.query),
    ...headersOf(endpoint),
  ]
}

function headersOf(endpoint: Endpoint): JsonSchema[] {
  const header = (name: string, schema: JsonSchema) => ({ name, in: 'header', required: false, schema })
  return [
    ...(endpoint.idempotent === true ? [header('Idempotency-Key', { type: 'string', format: 'uuid' })] : []),
    ...(endpoint.takesFormToken === true ? [header('Form-Token', { type: 'string' })] : []),
    ...(endpoint.errors.includes('PROOF_REQUIRED')
      ? [
          header('Proof-Of-Work', {
            type: 'string',
            description:
              'After PROOF_REQUIRED: base64url of {"challenge", "solution": {"counter", "derivedKey"}}, as altcha-lib solves it.',
          }),
        ]
      : []),
  ]
}

function parametersIn(place: 'path' | 'query', schema: Schema | undefined): JsonSchema[] {
  if (schema === undefined) return []
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as {
    properties?: Record<string, JsonSchema>
    required?: string[]
  }
  return Object.entries(properties).map(([name, one]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: one,
  }))
}
