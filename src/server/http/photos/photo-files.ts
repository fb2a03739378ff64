import type { FastifyInstance, FastifyReply } from 'fastify'
import { PHOTO_VARIANTS, photoFileName } from '@/domain/events/photo'
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
    const { file } = request.params as { file: string }
    const name = photoOf(file)
    if (name === undefined) throw new ApiError('NOT_FOUND')
    const picture = await open(file)
    if (picture === undefined) throw new ApiError('NOT_FOUND')
    const readers = await access.of(name, request.query).catch((error: unknown) => {
      picture.stream.destroy()
      throw error
    })
    const etag = `"${file}"`
    const isKnown = request.headers['if-none-match']?.includes(etag) === true
    if (readers === 'nobody' || isKnown) picture.stream.destroy()
    if (readers === 'nobody') throw new ApiError('NOT_FOUND')
    reply.header('cross-origin-resource-policy', 'cross-origin').header('etag', etag)
    if (readers === 'everyone') reply.header('cache-control', FOREVER)
    return isKnown ? reply.code(304).send() : sendPicture(reply, file, picture)
  })
}

function sendPicture(reply: FastifyReply, file: string, { bytes, stream }: OpenPicture): FastifyReply {
  return reply
    .type(file.endsWith('.jpg') ? 'image/jpeg' : 'image/webp')
    .header('content-length', bytes)
    .send(stream)
}

/** The name of the photo that this file is a picture of. */
function photoOf(file: string): string | undefined {
  const [, name, wanted] = FILE_NAME.exec(file) ?? []
  const variant = PHOTO_VARIANTS.find((known) => known === wanted)
  return name !== undefined && variant !== undefined && photoFileName(name, variant) === file
    ? name
    : undefined
}
