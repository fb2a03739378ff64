import * as z from 'zod/mini'
import { emailSchema } from '@/domain/accounts/account'
import {
  INFO_LINKS_MAX,
  INFO_LINK_TYPES,
  URL_MAX,
  infoLinkProblem,
  type EventLink,
  type InfoLinkType,
} from '@/domain/events/info-link'
import { LOCATION_NAME_MAX } from '@/domain/places/place'
import { parseWebUrl } from '@/domain/text/web-address'
import { TAGS_MAX } from '@/domain/tags/tag'
import { timetableSchema } from '@/domain/timetables/timetable'
import type { Problem } from '@/domain/validation/problem'
import { MAX_PHOTO_BASE64_CHARS } from '@/domain/events/event'
import { DESCRIPTION_MAX, DESCRIPTION_MIN, PRICE_MAX_EUROS, TITLE_MAX, TITLE_MIN } from './submission-limits'
import { lineOf, linesOf, maxCharacters, numberFrom, oneLine } from '@/domain/text/text-fields'
import { tagKeySchema } from '@/domain/tags/tag-schemas'
import { ACCESS_FEATURES, AUDIENCES, EVENT_LANGUAGES, type FactName } from '@/domain/events/event-fields'

export const uploadNameSchema = z.string('photo_broken').check(z.regex(/^[0-9a-f]{64}$/, 'photo_broken'))

export const sentPhotoSchema = z
  .union([z.string(), z.strictObject({ upload: uploadNameSchema })], 'photo_broken')
  .check(
    z.refine((photo) => typeof photo !== 'string' || photo.length <= MAX_PHOTO_BASE64_CHARS, 'photo_too_big'),
  )
export type SentPhoto = z.infer<typeof sentPhotoSchema>

/** A client may send a link of a type that it does not know itself: the validator decides. */
const linkType: z.ZodMiniType<InfoLinkType, string> = z.enum(INFO_LINK_TYPES, 'invalid')

export const infoLinkSchema = z
  .strictObject({ type: linkType, data: z.string('url_required').check(oneLine()) })
  .check((context) => {
    const code = infoLinkProblem(context.value.type, context.value.data)
    if (code !== undefined)
      context.issues.push({ code: 'custom', message: code, path: ['data'], input: context.value.data })
  })

function anyOf<const T extends readonly string[]>(values: T) {
  return z.optional(
    z.array(z.enum(values, 'invalid'), 'invalid').check(z.maxLength(values.length, 'invalid')),
  )
}

/** Null and an empty list mean that nothing is said. In an edit what is absent stays as it is, for clients that do not know it. */
export const writtenFacts = {
  audience: z.optional(z.nullable(z.enum(AUDIENCES, 'invalid'))),
  access: anyOf(ACCESS_FEATURES),
  languages: anyOf(EVENT_LANGUAGES),
} satisfies Record<FactName, z.ZodMiniType>

const eventFields = {
  title: lineOf([TITLE_MIN, 'title_too_short'], [TITLE_MAX, 'title_too_long']),
  description: linesOf([DESCRIPTION_MIN, 'description_too_short'], [DESCRIPTION_MAX, 'description_too_long']),
  location_name: lineOf([1, 'location_required'], [LOCATION_NAME_MAX, 'text_too_long']),
  latitude: numberFrom(-90, 90, 'coordinates_invalid'),
  longitude: numberFrom(-180, 180, 'coordinates_invalid'),
  info_url: z.optional(
    z.string('url_invalid').check(
      oneLine(),
      maxCharacters(URL_MAX, 'text_too_long'),
      z.refine((text) => text === '' || parseWebUrl(text) !== undefined, 'url_invalid'),
    ),
  ),
  info_links: z.optional(z.array(infoLinkSchema, 'invalid').check(z.maxLength(INFO_LINKS_MAX, 'invalid'))),
  price: z.optional(
    z.nullable(
      z.number('price_invalid').check(
        z.gte(0, 'price_negative'),
        z.lte(PRICE_MAX_EUROS, 'price_invalid'),
        z.refine((euros) => Math.abs(euros * 100 - Math.round(euros * 100)) < 1e-6, 'price_invalid'),
      ),
    ),
  ),
  is_donation: z.optional(z.boolean('invalid')),
  ...writtenFacts,
  tag_keys: z
    .array(tagKeySchema, 'tags_required')
    .check(z.minLength(1, 'tags_required'), z.maxLength(TAGS_MAX, 'invalid')),
  timetable: timetableSchema,
  photo: z.optional(z.nullable(sentPhotoSchema)),
}

type AsSent<T> = Omit<T, 'info_links'> & { info_links?: EventLink[] | undefined }

/** POST /events. `website` is the honeypot; `filled_in_ms` how long the form was open. Apps may leave both out. */
export const submissionSchema = z.object({
  ...eventFields,
  email: emailSchema,
  website: z.optional(z.string('invalid').check(z.maxLength(0, 'submission_automated'))),
  filled_in_ms: z.optional(z.number('invalid').check(z.gte(0, 'invalid'))),
})
export type Submission = z.infer<typeof submissionSchema>
export type SubmissionInput = AsSent<Submission>

/** No part of the schema: the server's settings say how fast a person can be. */
export function fillTimeProblems(
  { filled_in_ms }: Pick<Submission, 'filled_in_ms'>,
  minFillMs: number,
): Problem[] {
  const isTooFast = filled_in_ms !== undefined && filled_in_ms < minFillMs
  return isTooFast ? [{ path: 'filled_in_ms', code: 'submission_too_fast' }] : []
}

/** PUT /backoffice/events/{id}: the event update payload (rules 3). `photo: null` removes it; absent leaves it. */
export const eventUpdateSchema = z.object({
  ...eventFields,
  /** When another edit or a review came first, the update is refused and overwrites nothing. */
  revision: z.optional(z.number('invalid').check(z.int('invalid'))),
})
export type EventUpdate = z.infer<typeof eventUpdateSchema>
export type EventUpdateInput = AsSent<EventUpdate>

/** POST /backoffice/events: an event of the team's own. `photo_of`: the event whose photo it shows, too. */
export const eventCreationSchema = z.object({ ...eventFields, photo_of: z.optional(z.uuid('invalid')) })
export type EventCreation = z.infer<typeof eventCreationSchema>

/** Turns euros into integer cents: null when nothing is said of the price, 0 for a donation and for what is free. */
export function storedPrice({ price, is_donation }: Pick<EventUpdate, 'price' | 'is_donation'>) {
  const cents = price === null || price === undefined ? null : Math.round(price * 100)
  const isDonation = is_donation === true && (cents ?? 0) === 0
  return { priceCents: isDonation ? 0 : cents, isDonation }
}
