import * as z from 'zod/mini'
import { isSlug, slugOf } from '@/domain/text/plain-text'
import { profileName } from '@/domain/accounts/account'
import { infoLinkSchema, sentPhotoSchema } from '@/domain/submissions/submission'
import { INFO_LINKS_MAX } from '@/domain/events/info-link'
import { lines, maxCharacters } from '@/domain/text/text-fields'

export const ORGANISER_TEXT_MAX = 2000

const organiserText = z.string('invalid').check(lines(), maxCharacters(ORGANISER_TEXT_MAX, 'text_too_long'))

export const organiserTextsSchema = z.object({ en: z.optional(organiserText), pt: z.optional(organiserText) })

export type OrganiserTexts = z.infer<typeof organiserTextsSchema>

export const organiserWriteSchema = z.object({
  // Its address is made of it, and needs a letter that an address may have.
  name: profileName.check(z.refine((name) => isSlug(slugOf(name)), 'invalid')),
  texts: organiserTextsSchema,
  links: z.array(infoLinkSchema, 'invalid').check(z.maxLength(INFO_LINKS_MAX, 'invalid')),
  photo: z.optional(z.nullable(sentPhotoSchema)),
  /** The revision that was edited, absent for a new mark: any other by now is refused, so that nobody's work is overwritten. */
  revision: z.optional(z.number('invalid').check(z.int('invalid'))),
})

export type OrganiserWrite = z.infer<typeof organiserWriteSchema>

export function textFor(
  texts: OrganiserTexts,
  locale: string,
): { text: string; locale: keyof OrganiserTexts } | undefined {
  const order = locale === 'pt' ? (['pt', 'en'] as const) : (['en', 'pt'] as const)
  const found = order.find((one) => (texts[one] ?? '') !== '')
  return found && { text: texts[found] ?? '', locale: found }
}
