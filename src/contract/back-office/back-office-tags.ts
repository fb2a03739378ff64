import * as z from 'zod/mini'
import { _default as withDefault } from 'zod/mini'
import { defineStaffEndpoint } from '@/contract/endpoint'
import { replyOrNothing, uuid, slugFilter } from '@/contract/envelope'
import { tagSchema, placeSchema } from '@/contract/events/events'
import { newTagSchema, tagNameSchema } from '@/domain/tags/tag-schemas'

const countedTagSchema = z.extend(tagSchema, {
  count: withDefault(z.number(), 0),
  /** How many of these events have no other tag. */
  only_count: withDefault(z.number(), 0),
})
export type CountedTag = z.infer<typeof countedTagSchema>

export const listBackOfficeTags = defineStaffEndpoint('GET /backoffice/events/tags', {
  summary: 'All tags, by name, how many events bear each, and how many of these no other.',
  reply: z.object({ items: z.array(countedTagSchema) }),
})

export const createTag = defineStaffEndpoint('POST /backoffice/events/tags', {
  summary: 'Add a tag; its key is unique and never changes.',
  body: newTagSchema,
  reply: replyOrNothing(tagSchema),
  status: 201,
})

export const renameTag = defineStaffEndpoint('PUT /backoffice/events/tags/{id}', {
  summary: 'Change a tag’s names; without `names` the one in the language of the request.',
  body: tagNameSchema,
  reply: replyOrNothing(tagSchema),
})

export const deleteTag = defineStaffEndpoint('DELETE /backoffice/events/tags/{id}', {
  summary: 'Delete a tag; events lose it. One that an event has alone is refused: it is merged.',
})

export const mergeTag = defineStaffEndpoint('POST /backoffice/events/tags/{id}/merge', {
  summary: 'Give the events of this tag another one in its place, and delete it.',
  body: z.object({ into_id: uuid }),
  reply: countedTagSchema,
})

/** `is_public`: it has a page, because something published is or was there. */
const countedPlaceSchema = z.extend(placeSchema, { count: z.number(), is_public: z.boolean() })
export type CountedPlace = z.infer<typeof countedPlaceSchema>

export const listBackOfficePlaces = defineStaffEndpoint('GET /backoffice/places', {
  summary: 'The places of all events, by name, how many events each has, and whether it has a page.',
  reply: z.object({ items: z.array(countedPlaceSchema) }),
})

export const mergePlace = defineStaffEndpoint('POST /backoffice/places/{slug}/merge', {
  summary: 'Give the events of this spelling another place.',
  params: z.object({ slug: slugFilter }),
  body: z.object({ into_slug: slugFilter }),
  reply: countedPlaceSchema,
})
