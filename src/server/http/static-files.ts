import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { PHOTO_VARIANTS, photoFileName } from '@/domain/photo'
import type { PhotoVariant } from '@/domain/photo'
import { ApiError } from './api-error'

const FOREVER = 'public, max-age=31536000, immutable'
const FILE_NAME = /^([0-9a-f]{16,64})-(full|1200x630|800|400)\.(?:jpg|webp)$/

interface FileOptions {
  /** The built client; nothing is served from it when it is not there (tests, development). */
  clientDir: string | undefined
  /** Where a picture is on this machine. */
  photoFile: (name: string, variant: PhotoVariant) => string
}

/** The built client and the photos. Hashed names are immutable, everything else is revalidated each time. */
export async function staticFiles(
  app: FastifyInstance,
  { clientDir, photoFile }: FileOptions,
): Promise<void> {
  await app.register(fastifyStatic, { serve: false })

  app.get('/photos/:file', { compress: false }, (request, reply) => {
    const path = pathOfPhoto((request.params as { file: string }).file, photoFile)
    if (path === undefined || !existsSync(path)) throw new ApiError('NOT_FOUND')
    return reply
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('cache-control', FOREVER)
      .sendFile(basename(path), dirname(path), { cacheControl: false })
  })

  if (clientDir === undefined || !existsSync(clientDir)) return
  await app.register(fastifyStatic, {
    root: join(clientDir, 'assets'),
    prefix: '/assets/',
    decorateReply: false,
    cacheControl: false,
    index: false,
    preCompressed: true,
    setHeaders: (reply) => keepFor(reply, FOREVER),
  })
  await app.register(fastifyStatic, {
    root: clientDir,
    decorateReply: false,
    // One route a file, so that pages may take every other address.
    wildcard: false,
    globIgnore: ['assets/**', '**/*.br', '**/*.gz', '.vite/**'],
    cacheControl: false,
    index: false,
    preCompressed: true,
    setHeaders: (reply) => keepFor(reply, 'no-cache'),
  })
}

function pathOfPhoto(file: string, photoFile: FileOptions['photoFile']): string | undefined {
  const [, name, wanted] = FILE_NAME.exec(file) ?? []
  const variant = PHOTO_VARIANTS.find((known) => known === wanted)
  if (name === undefined || variant === undefined || photoFileName(name, variant) !== file) return undefined
  try {
    return photoFile(name, variant)
  } catch {
    // The store knows names of its own length only.
    return undefined
  }
}

function keepFor(reply: FastifyReply, cacheControl: string): void {
  reply.header('cache-control', cacheControl)
}
