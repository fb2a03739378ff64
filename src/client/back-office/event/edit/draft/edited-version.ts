import * as z from 'zod/mini'
import { backOfficeEventSchema } from '@/contract/back-office/back-office-events'
import type { BackOfficeEvent } from '@/contract/back-office/back-office-events'
import { photoHash } from '@/domain/events/photo'

/** The version of an event over which a form is written. */
export interface EditedOver {
  base: BackOfficeEvent
  /** The photo of `base` stays. */
  keepsStoredPhoto: boolean
}

const storedSchema = z.object({ base: backOfficeEventSchema, keepsStoredPhoto: z.boolean() })

/**
 * The version over which a draft was written. For a draft that cannot tell it is none: what is stored by now is then compared with it field
 * by field, and not overwritten.
 */
export function editedOver(context: unknown, event: BackOfficeEvent): EditedOver {
  const stored = storedSchema.safeParse(context)
  if (!stored.success) return { base: { ...event, revision: 0 }, keepsStoredPhoto: true }
  const { base, keepsStoredPhoto } = stored.data
  // The address of the same photo is signed anew each time the event is read.
  const hasSamePhoto = event.photo !== undefined && hashOf(base) === hashOf(event)
  return { base: hasSamePhoto ? { ...base, photo: event.photo } : base, keepsStoredPhoto }
}

/** Whether the photo of the event that a draft is made from stays; it does unless the draft says otherwise. */
export function readKeepsPhoto(context: unknown): boolean {
  const stored = z.object({ keepsStoredPhoto: z.boolean() }).safeParse(context)
  return stored.data?.keepsStoredPhoto ?? true
}

/** The part of a photo's address that stays: the address is signed anew each time it is read. */
export function hashOf({ photo }: BackOfficeEvent): string | undefined {
  return photo === undefined ? undefined : photoHash(photo)
}
