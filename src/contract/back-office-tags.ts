import * as z from 'zod/mini'
import { TAG_KEY_MAX, TAG_KEY_MIN, TAG_NAME_MAX, TAG_NAME_MIN } from '@/domain/tag'
import { oneLine } from '@/domain/plain-text'
import { defineEndpoint } from './endpoint'
import { emptyReply, idParams } from './envelope'
import { tagSchema } from './events'

const refusals = ['UNAUTHENTICATED', 'FORBIDDEN'] as const
const written = [...refusals, 'MALFORMED_REQUEST', 'VALIDATION_FAILED'] as const

const tagName = z
  .string('tag_name_too_short')
  .check(
    oneLine(),
    z.minLength(TAG_NAME_MIN, 'tag_name_too_short'),
    z.maxLength(TAG_NAME_MAX, 'tag_name_too_long'),
  )

/** A key is a filter value in comma-joined lists: no commas, no blanks. */
const tagKey = z
  .string('tag_key_too_short')
  .check(
    oneLine(),
    z.minLength(TAG_KEY_MIN, 'tag_key_too_short'),
    z.maxLength(TAG_KEY_MAX, 'tag_key_too_long'),
    z.regex(/^[^\s,]+$/, 'tag_key_invalid'),
  )

export const listBackOfficeTags = defineEndpoint({
  name: 'listBackOfficeTags',
  method: 'GET',
  path: '/backoffice/events/tags',
  summary: 'All tags, by name.',
  permission: 'back-office.use',
  auth: 'required',
  reply: z.object({ items: z.array(tagSchema) }),
  status: 200,
  errors: refusals,
})

export const createTag = defineEndpoint({
  name: 'createTag',
  method: 'POST',
  path: '/backoffice/events/tags',
  summary: 'Add a tag; its key is unique and never changes.',
  permission: 'back-office.use',
  auth: 'required',
  body: z.strictObject({ key: tagKey, name: tagName }),
  reply: tagSchema,
  status: 201,
  errors: written,
})

export const renameTag = defineEndpoint({
  name: 'renameTag',
  method: 'PUT',
  path: '/backoffice/events/tags/{id}',
  summary: 'Change a tag’s name.',
  permission: 'back-office.use',
  auth: 'required',
  params: idParams,
  body: z.strictObject({ name: tagName }),
  reply: tagSchema,
  status: 200,
  errors: [...written, 'NOT_FOUND'],
})

export const deleteTag = defineEndpoint({
  name: 'deleteTag',
  method: 'DELETE',
  path: '/backoffice/events/tags/{id}',
  summary: 'Delete a tag; events lose it.',
  permission: 'back-office.use',
  auth: 'required',
  params: idParams,
  reply: emptyReply,
  status: 200,
  errors: [...refusals, 'NOT_FOUND'],
})
