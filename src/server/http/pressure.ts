import underPressure from '@fastify/under-pressure'
import type { FastifyInstance } from 'fastify'
import { ApiError } from './api-error'

const MAX_EVENT_LOOP_DELAY_MS = 1000
const MAX_RSS_BYTES = 1_500 * 1024 * 1024
const RETRY_AFTER_SECONDS = 5

/** Sheds load while the process cannot keep up: UNAVAILABLE with `Retry-After`, which the outbox understands. */
export async function shedLoad(app: FastifyInstance): Promise<void> {
  await app.register(underPressure, {
    maxEventLoopDelay: MAX_EVENT_LOOP_DELAY_MS,
    maxRssBytes: MAX_RSS_BYTES,
    pressureHandler: () => {
      throw new ApiError('UNAVAILABLE', { retryAfterSeconds: RETRY_AFTER_SECONDS })
    },
  })
}
