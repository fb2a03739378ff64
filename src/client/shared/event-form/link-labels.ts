import type { InfoLinkType } from '@/domain/events/info-link'
import * as m from '@/messages/compiled/messages.js'

/** The types of info links, as people call them. */
export const LINK_LABELS: Record<InfoLinkType, () => string> = {
  instagram: () => m.form_link_instagram(),
  facebook: () => m.form_link_facebook(),
  telegram: () => m.form_link_telegram(),
  whatsapp: () => m.form_link_whatsapp(),
  web_url: () => m.form_link_web_url(),
}
