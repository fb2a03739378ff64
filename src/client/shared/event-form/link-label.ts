import { isInfoLinkType, type InfoLinkType } from '@/domain/events/info-link'
import * as m from '@/messages/compiled/messages.js'

const LINK_LABELS: Record<InfoLinkType, () => string> = {
  instagram: m.form_link_instagram,
  facebook: m.form_link_facebook,
  telegram: m.form_link_telegram,
  whatsapp: m.form_link_whatsapp,
  web_url: m.form_link_web_url,
}

export function linkLabel(type: string): string {
  return isInfoLinkType(type) ? LINK_LABELS[type]() : `${m.form_link_web_url()} (${type})`
}
