import type { FastifyInstance, FastifyReply } from 'fastify'
import { PHOTO_VARIANTS, oldPreviewFileName, photoFileName } from '@/domain/events/photo'
import { ApiError } from '@/server/http/errors/api-error'
import type { OpenPicture } from '@/server/platform/photos/stores/store'
import type { PhotoAccess } from './photo-access'

/** The header of public pictures. It is only sent with the picture itself, and not with a failure. */
const FOREVER = 'public, max-age=31536000, immutable'
const FILE_NAME = /^([0-9a-f]{16,64})-(full|1200x630|800|400)\.(?:jpg|webp)$/

/** Opens a picture by the name of its file; undefined where it is not there. */
export type OpenPhotoFile = (fileName: string) => Promise<OpenPicture | undefined>

/**
 * Sends the pictures of published events to everyone, for ever, and others to who has a signed address; the rest is
 * NOT_FOUND. A picture is sent whole, whatever part of it is asked for: it is small.
 */
export function photoFiles(app: FastifyInstance, open: OpenPhotoFile, access: PhotoAccess): void {
  app.get('/photos/:file', { compress: false }, async (request, reply) => {
    // What is not found has the same header: it may be published in a moment.
    reply.header('cache-control', 'private, no-store')
    const wanted = pictureOf((request.params as { file: string }).file)
    // Names of nothing cost no query and no memory.
    if (wanted === undefined) throw new ApiError('NOT_FOUND')
    const { name, fileNames } = wanted
    const picture = await openFirst(open, fileNames)
    if (picture === undefined) throw new ApiError('NOT_FOUND')
    const readers = await access.of(name, request.query).catch((error: unknown) => {
      picture.stream.destroy()
      throw error
    })
    const etag = `"${picture.fileName}"`
    const isKnown = request.headers['if-none-match']?.includes(etag) === true
    if (readers === 'nobody' || isKnown || picture.fileName !== fileNames[0]) picture.stream.destroy()
    if (readers === 'nobody') throw new ApiError('NOT_FOUND')
    if (picture.fileName !== fileNames[0]) {
      const [, query] = request.url.split('?')
      return reply.redirect(`${picture.fileName}${query === undefined ? '' : `?${query}`}`)
    }
    reply.header('cross-origin-resource-policy', 'cross-origin').header('etag', etag)
    if (readers === 'everyone') reply.header('cache-control', FOREVER)
    return isKnown ? reply.code(304).send() : sendPicture(reply, picture)
  })
}

function sendPicture(reply: FastifyReply, { fileName, bytes, stream }: NamedPicture): FastifyReply {
  return reply
    .type(fileName.endsWith('.jpg') ? 'image/jpeg' : 'image/webp')
    .header('content-length', bytes)
    .send(stream)
}

interface NamedPicture extends OpenPicture {
  fileName: string
}

async function openFirst(
  open: OpenPhotoFile,
  fileNames: readonly string[],
): Promise<NamedPicture | undefined> {
  for (const fileName of fileNames) {
    const picture = await open(fileName)
    if (picture !== undefined) return { ...picture, fileName }
  }
  return undefined
}

interface WantedPicture {
  /** The name of the photo. */
  name: string
  /** Its file, and the one that is redirected to when it is not there: a photo of before has no JPEG for link previews. */
  fileNames: readonly string[]
}

function pictureOf(file: string): WantedPicture | undefined {
  const [, name, wanted] = FILE_NAME.exec(file) ?? []
  const variant = PHOTO_VARIANTS.find((known) => known === wanted)
  if (name === undefined || variant === undefined) return undefined
  if (photoFileName(name, variant) !== file && oldPreviewFileName(name) !== file) return undefined
  const variants = variant === '1200x630' ? ([variant, 'full'] as const) : [variant]
  return { name, fileNames: variants.map((one) => photoFileName(name, one)) }
}
