import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { SETTINGS_PATH } from '@/contract/settings'

const FOREVER = 'public, max-age=31536000, immutable'

/** The files of the built client. Hashed names are immutable, everything else is revalidated each time. */
export async function staticFiles(app: FastifyInstance, clientDir: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: join(clientDir, 'assets'),
    prefix: '/assets/',
    decorateReply: false,
    cacheControl: false,
    index: false,
    preCompressed: true,
    setHeaders: (reply) => void reply.header('cache-control', FOREVER),
  })
  await app.register(fastifyStatic, {
    root: clientDir,
    decorateReply: false,
    // One route a file, so that pages may take every other address. The settings are this server's own.
    wildcard: false,
    globIgnore: ['assets/**', '**/*.br', '**/*.gz', '.vite/**', SETTINGS_PATH.slice(1)],
    cacheControl: false,
    index: false,
    preCompressed: true,
    setHeaders: (reply) => void reply.header('cache-control', 'no-cache'),
  })
}
