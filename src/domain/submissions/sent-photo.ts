import * as z from 'zod/mini'
import { MAX_PHOTO_BASE64_CHARS } from '../events/photo'

/** The name of an upload: the SHA-256 of its bytes, hex. */
export const uploadNameSchema = z.string('photo_broken').check(z.regex(/^[0-9a-f]{64}$/, 'photo_broken'))

/** The photo of a submission or an edit: base64 text with or without a `data:` prefix, or the name of an upload. */
export const sentPhotoSchema = z
  .union([z.string(), z.strictObject({ upload: uploadNameSchema })], 'photo_broken')
  .check(
    z.refine((photo) => typeof photo !== 'string' || photo.length <= MAX_PHOTO_BASE64_CHARS, 'photo_too_big'),
  )
export type SentPhoto = z.infer<typeof sentPhotoSchema>
