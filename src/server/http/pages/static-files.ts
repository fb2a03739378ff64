import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { SETTINGS_PATH } from '@/contract/settings'
import type { PhotoAccess, OpenPhotoFile } from '@/server/http/photos/photo-files'
import { photoFiles } from '@/server/http/photos/photo-files'
import { acceptedEncoding } from '@/server/http/routing/send-response'

const FOREVER = 'public, max-age=31536000, immutable'

interface FileOptions {
  /** The built client; nothing is served from it when it is not there (tests, development). */
  clientDir: string | undefined
  openPhoto: OpenPhotoFile
  photoAccess: PhotoAccess
}

/** The built client and the photos. Hashed names are immutable, everything else is revalidated each time. */
export async function staticFiles(
  app: FastifyInstance,
  { clientDir, openPhoto, photoAccess }: FileOptions,
): Promise<void> {
  photoFiles(app, openPhoto, photoAccess)

  if (clientDir === undefined || !existsSync(clientDir)) return
  await app.register(async (hashed) => {
    keepHashedFiles(hashed)
    await hashed.register(fastifyStatic, {
      root: join(clientDir, 'assets'),
      prefix: '/assets/',
      decorateReply: false,
      cacheControl: false,
      index: false,
      preCompressed: true,
      setHeaders: (reply) => cacheFor(reply, FOREVER),
    })
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
    setHeaders: (reply) => cacheFor(reply, 'no-cache'),
  })
}

function cacheFor(reply: FastifyReply, cacheControl: string): void {
  reply.header('cache-control', cacheControl)
}

/** The public pages' scripts and style take 3 MB of it, compressed. */
const MAX_BYTES = 4 * 1024 * 1024
const KEPT_HEADERS = [
  'content-type',
  'content-encoding',
  'cache-control',
  'vary',
  'etag',
  'last-modified',
  'accept-ranges',
]
const CONDITION = /^(?:range|if-)/

interface HashedFile {
  readonly bytes: Buffer
  readonly headers: Readonly<Record<string, string>>
}

/** Hashed files are read once, because each reading takes turns of the event loop and of threads. Call it before their routes. */
function keepHashedFiles(app: FastifyInstance): void {
  const files = new LRUCache<string, HashedFile>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ bytes }, key) => bytes.length + key.length,
  })
  app.addHook('onRequest', async (request, reply) => {
    // The library sends what the key says, although it would read the client's list in another way.
    request.headers['accept-encoding'] = acceptedEncoding(request) ?? 'identity'
    const file = isWhole(request) ? files.get(keyOf(request)) : undefined
    if (file !== undefined) return reply.headers(file.headers).send(file.bytes)
    return undefined
  })
  app.addHook('onSend', async (request, reply, payload) => {
    if (!(payload instanceof Readable) || reply.statusCode !== 200 || !isWhole(request)) return payload
    const bytes = await buffer(payload)
    const headers = reply.getHeaders()
    const kept = KEPT_HEADERS.filter((name) => headers[name] !== undefined)
    files.set(keyOf(request), {
      bytes,
      headers: Object.fromEntries(kept.map((name) => [name, String(headers[name])])),
    })
    return bytes
  })
}

/** A part of a file, or the file under a condition, is for the library to send. */
function isWhole({ method, headers }: FastifyRequest): boolean {
  return method === 'GET' && !Object.keys(headers).some((name) => CONDITION.test(name))
}

/** A file has a form for each encoding; its name is what stands behind the folder, decoded and without a query. */
function keyOf({ params, headers }: FastifyRequest): string {
  return `${headers['accept-encoding']} ${(params as { '*': string })['*']}`
}
