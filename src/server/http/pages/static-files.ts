import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { SETTINGS_PATH } from '@/contract/settings'
import { photoFiles, type PhotoAccess } from '@/server/http/photos/photo-files'
import type { PhotoUploads } from '@/server/http/photos/photo-uploads'

const FOREVER = 'public, max-age=31536000, immutable'

interface FileOptions {
  /** The built client; nothing is served from it when it is not there (tests, development). */
  clientDir: string | undefined
  openPhoto: PhotoUploads['open']
  photoAccess: PhotoAccess
}

/** The built client and the photos. Hashed names are immutable, everything else is revalidated each time. */
export async function staticFiles(
  app: FastifyInstance,
  { clientDir, openPhoto, photoAccess }: FileOptions,
): Promise<void> {
  photoFiles(app, openPhoto, photoAccess)

  if (clientDir === undefined || !existsSync(clientDir)) return
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
