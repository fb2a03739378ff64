import { access as findFile } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { PHOTO_VARIANTS, oldPreviewFileName, photoFileName } from '@/domain/events/photo'
import type { PhotoVariant } from '@/domain/events/photo'
import { ApiError } from '@/server/http/errors/api-error'
import type { PhotoAccess } from './photo-access'

/** The headers of public pictures. Only sent with the picture itself, and not with a failure. */
const FOREVER = { cacheControl: true, maxAge: 365 * 86_400_000, immutable: true } as const
const FILE_NAME = /^([0-9a-f]{16,64})-(full|1200x630|800|400)\.(?:jpg|webp)$/

/** Where a picture is on this machine. Throws for what is not the name of a photo. */
export type PhotoFile = (name: string, variant: PhotoVariant) => string

/**
 * Sends the pictures of published events to everyone, for ever, and others to who has a signed address; the rest is
 * NOT_FOUND. Needs `sendFile`.
 */
export function photoFiles(app: FastifyInstance, photoFile: PhotoFile, access: PhotoAccess): void {
  app.get('/photos/:file', { compress: false }, async (request, reply) => {
    // Also with what is not found: it may be published in a moment.
    reply.header('cache-control', 'private, no-store')
    const picture = pictureOf((request.params as { file: string }).file, photoFile)
    // Names of nothing cost no query and no memory.
    if (picture === undefined) throw new ApiError('NOT_FOUND')
    const stored = await firstThere(picture.paths)
    if (stored === undefined) throw new ApiError('NOT_FOUND')
    const who = await access.of(picture.name, request.query)
    if (who === 'nobody') throw new ApiError('NOT_FOUND')
    if (stored !== picture.paths[0]) {
      const [, query] = request.url.split('?')
      return reply.redirect(`${basename(stored)}${query === undefined ? '' : `?${query}`}`)
    }
    const caching = who === 'everyone' ? FOREVER : { cacheControl: false }
    return reply
      .header('cross-origin-resource-policy', 'cross-origin')
      .sendFile(basename(stored), dirname(stored), caching)
  })
}

/** Not `existsSync`: a slow disk must not hold up everybody else. */
function isThere(path: string): Promise<boolean> {
  return findFile(path).then(
    () => true,
    () => false,
  )
}

async function firstThere(paths: readonly string[]): Promise<string | undefined> {
  for (const path of paths) if (await isThere(path)) return path
  return undefined
}

interface Picture {
  /** The name of the photo. */
  name: string
  /** Where it is, and what is redirected to when it is not there: a photo of before has no JPEG for link previews. */
  paths: readonly string[]
}

function pictureOf(file: string, photoFile: PhotoFile): Picture | undefined {
  const [, name, wanted] = FILE_NAME.exec(file) ?? []
  const variant = PHOTO_VARIANTS.find((known) => known === wanted)
  if (name === undefined || variant === undefined) return undefined
  const isOldPreview = oldPreviewFileName(name) === file
  if (photoFileName(name, variant) !== file && !isOldPreview) return undefined
  try {
    return {
      name,
      paths: [variant, ...(variant === '1200x630' ? (['full'] as const) : [])].map((one) =>
        photoFile(name, one),
      ),
    }
  } catch {
    // The store knows names of its own length only.
    return undefined
  }
}
