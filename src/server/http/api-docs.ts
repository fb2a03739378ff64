import type { FastifyInstance } from 'fastify'
import { API_PREFIX } from '@/contract/endpoint'
import { apiDocsPage } from './api-docs-page'
import { openApi } from './openapi'

export const API_DOCS_PATH = `${API_PREFIX}/docs`

/** `/api/v1/openapi.json` for programs, `/api/v1/docs` for people. Made once: both depend on nothing but the register. */
export function apiDocs(app: FastifyInstance): void {
  const description = JSON.stringify(openApi())
  const page = apiDocsPage()
  app.get(`${API_PREFIX}/openapi.json`, (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('application/json; charset=utf-8').send(description),
  )
  app.get(API_DOCS_PATH, (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page),
  )
}
