import cors from '@fastify/cors'
import type { FastifyInstance } from 'fastify'
import { WRITTEN_AGO_HEADER } from '@/contract/endpoint'
import { FORM_TOKEN_HEADER } from '@/contract/form-tokens'
import { PROOF_OF_WORK_HEADER } from '@/contract/proof-of-work'
import { REQUEST_ID_HEADER } from './request/request-id'

const PREFLIGHT_SECONDS = 600

/** Closed unless `CORS_ORIGINS` names who may call from another site. */
export async function allowOrigins(app: FastifyInstance, origins: readonly string[]): Promise<void> {
  if (origins.length === 0) return
  await app.register(cors, {
    origin: [...origins],
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
    allowedHeaders: [
      'accept-language',
      'authorization',
      'content-type',
      FORM_TOKEN_HEADER,
      'idempotency-key',
      'if-none-match',
      PROOF_OF_WORK_HEADER,
      WRITTEN_AGO_HEADER,
    ],
    exposedHeaders: ['etag', 'retry-after', REQUEST_ID_HEADER],
    maxAge: PREFLIGHT_SECONDS,
  })
}
