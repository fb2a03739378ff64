import * as z from 'zod/mini'
import { linkLabel } from '@/client/shared/event-form/link-labels'
import type { BackOfficeOrganiser } from '@/contract/back-office/back-office-organisers'
import { profileName } from '@/domain/accounts/profile'
import { INFO_LINK_TYPES, completeLink, infoLinkProblem } from '@/domain/events/info-link'
import type { InfoLinkType } from '@/domain/events/info-link'
import { ORGANISER_TEXT_MAX } from '@/domain/organisers/organiser'
import * as m from '@/messages/compiled/messages.js'

type Content = Pick<BackOfficeOrganiser, 'name' | 'texts' | 'links'>

const text = z.string().check(z.maxLength(ORGANISER_TEXT_MAX, 'text_too_long'))
const link = (type: InfoLinkType) =>
  z.string().check((context) => {
    const data = completeLink(type, context.value)
    const code = data === '' ? undefined : infoLinkProblem(type, data)
    if (code !== undefined)
      context.issues.push({ code: 'custom', message: code, path: [], input: context.value })
  })

/** A text field each; one that stays empty is not sent. */
export const formSchema = z.strictObject({
  name: profileName,
  en: text,
  pt: text,
  instagram: link('instagram'),
  facebook: link('facebook'),
  telegram: link('telegram'),
  whatsapp: link('whatsapp'),
  web_url: link('web_url'),
})
export type OrganiserForm = z.infer<typeof formSchema>

export function valuesOf(organiser: Content | undefined, name: string): OrganiserForm {
  const linkOf = (type: InfoLinkType) => organiser?.links.find((one) => one.type === type)?.data ?? ''
  return {
    name: organiser?.name ?? name,
    en: organiser?.texts.en ?? '',
    pt: organiser?.texts.pt ?? '',
    instagram: linkOf('instagram'),
    facebook: linkOf('facebook'),
    telegram: linkOf('telegram'),
    whatsapp: linkOf('whatsapp'),
    web_url: linkOf('web_url'),
  }
}

export function writeOf({ name, en, pt, ...links }: OrganiserForm) {
  return {
    name,
    texts: { ...(en !== '' && { en }), ...(pt !== '' && { pt }) },
    links: INFO_LINK_TYPES.flatMap((type) => {
      const data = completeLink(type, links[type])
      return data === '' ? [] : [{ type, data }]
    }),
  }
}

/** What a stored page says in another way than the one that was sent; empty where it says the same. */
export function differences(stored: Content, sent: Content): string[] {
  const [theirs, mine] = [valuesOf(stored, ''), valuesOf(sent, '')]
  const field = (label: string, key: keyof OrganiserForm) =>
    theirs[key] === mine[key] ? [] : [`${label}: ${theirs[key] || '–'}`]
  return [
    ...field(m.admin_organiser_name(), 'name'),
    ...field(m.admin_organiser_text_en(), 'en'),
    ...field(m.admin_organiser_text_pt(), 'pt'),
    ...INFO_LINK_TYPES.flatMap((type) => field(linkLabel(type), type)),
  ]
}
