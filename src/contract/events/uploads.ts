import * as z from 'zod/mini'
import { PHOTO_TYPES } from '@/domain/events/event'
import { uploadNameSchema } from '@/domain/submissions/submission'
import { defineEndpoint } from '../endpoint'

/**
 * The bytes of a photo, sent once and under their own SHA-256, so that whoever has to send a submission again does not send
 * its photo again. The submission or the edit that names them uses them up; nobody can read them here.
 */
export const uploadPhoto = defineEndpoint({
  name: 'uploadPhoto',
  method: 'PUT',
  path: '/uploads/{sha256}',
  summary:
    'The bytes of a JPEG or PNG under their SHA-256 (hex). A submission or an edit names them then: `photo: {"upload": sha256}`. What is there already is not read again; what nothing names within a day is deleted.',
  permission: 'event.submit',
  auth: 'optional',
  params: z.object({ sha256: uploadNameSchema }),
  takesBytes: PHOTO_TYPES,
  reply: z.object({ sha256: z.string(), size_bytes: z.number() }),
  status: 200,
  errors: [
    'MALFORMED_REQUEST',
    'UNAUTHENTICATED',
    'NOT_FOUND',
    'PAYLOAD_TOO_LARGE',
    'UNSUPPORTED_MEDIA_TYPE',
    'VALIDATION_FAILED',
    'TOO_MANY_REQUESTS',
    'PROOF_REQUIRED',
    'INSUFFICIENT_STORAGE',
  ],
  takesFormToken: true,
})
