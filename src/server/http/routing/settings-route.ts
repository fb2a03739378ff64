import { hash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { SETTINGS_PATH, settingsScript } from '@/contract/settings'
import type { Settings } from '@/contract/settings'

/** The settings for the app shell and the service worker; pages that the server renders have them inline. */
export function settingsRoute(app: FastifyInstance, settings: Settings): void {
  const script = settingsScript(settings)
  const etag = `"${hash('sha256', script, 'base64url').slice(0, 22)}"`
  // Refusing it costs as much as sending it, and without it a new worker is not installed.
  const config = { pressureHandler: () => {} }
  app.get(SETTINGS_PATH, { config }, async (request, reply) => {
    // Revalidated by every check for a new worker: a changed setting makes one.
    reply.headers({ etag, 'cache-control': 'no-cache' })
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    return reply.type('text/javascript; charset=utf-8').send(script)
  })
}
