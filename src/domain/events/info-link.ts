import type { ProblemCode } from '@/domain/validation/problem'
import { parseUrl, parseWebUrl } from '@/domain/text/plain-text'

export const INFO_LINK_TYPES = ['instagram', 'facebook', 'telegram', 'whatsapp', 'web_url'] as const
export type InfoLinkType = (typeof INFO_LINK_TYPES)[number]

/** Whether this version knows the type: a client may be older than its server, and passes on what it does not know. */
export function isInfoLinkType(type: string): type is InfoLinkType {
  return INFO_LINK_TYPES.some((known) => known === type)
}

export const URL_MAX = 2048
export const INFO_LINKS_MAX = 10

/** Hosts a link of each type may have (rules 5), and what their apps share; `web_url` may have any. */
const HOSTS: Record<Exclude<InfoLinkType, 'web_url'>, readonly string[]> = {
  instagram: ['instagram.com', 'www.instagram.com'],
  facebook: ['facebook.com', 'www.facebook.com', 'm.facebook.com', 'fb.com', 'www.fb.com', 'fb.me'],
  telegram: ['t.me', 'telegram.me'],
  whatsapp: ['wa.me', 'whatsapp.com', 'www.whatsapp.com', 'api.whatsapp.com', 'chat.whatsapp.com'],
}

const PROBLEM_OF: Record<InfoLinkType, ProblemCode> = {
  instagram: 'link_instagram_invalid',
  facebook: 'link_facebook_invalid',
  telegram: 'link_telegram_invalid',
  whatsapp: 'link_whatsapp_invalid',
  web_url: 'link_web_url_invalid',
}

const PROFILES: Partial<Record<InfoLinkType, string>> = {
  instagram: 'https://instagram.com/',
  telegram: 'https://t.me/',
}

/** Completes an address without `https://`, `@name`, or a number for WhatsApp with its country; anything else stays as typed. */
export function completeLink(type: string, typed: string): string {
  const text = typed.trim()
  const profile = isInfoLinkType(type) ? PROFILES[type] : undefined
  const name = /^@([\w.]+)$/.exec(text)?.[1]
  if (name !== undefined && profile !== undefined) return profile + name
  const digits = text.replaceAll(/[\s().-]/g, '')
  if (type === 'whatsapp' && /^\+\d{8,15}$/.test(digits)) return `https://wa.me/${digits.slice(1)}`
  if (!isInfoLinkType(type)) return text
  // A host, as far as its first slash: `mailto:x` and `javascript:x` are none.
  return /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+(?::\d+)?(?:[/?#]|$)/u.test(text) ? `https://${text}` : text
}

/** The problem of a link of this type (rules 5, info links); undefined when it has none, and for a type that only the server knows. */
export function infoLinkProblem(type: string, data: string): ProblemCode | undefined {
  if (data.trim() === '') return 'url_required'
  if (data.length > URL_MAX) return 'text_too_long'
  if (!isInfoLinkType(type)) return undefined
  if (parseUrl(data) === undefined) return 'url_invalid'
  const url = parseWebUrl(data)
  if (url === undefined) return PROBLEM_OF[type]
  if (type !== 'web_url' && !HOSTS[type].includes(url.hostname.toLowerCase())) return PROBLEM_OF[type]
  return undefined
}

export interface InfoLink {
  type: InfoLinkType
  data: string
}
export interface EventLink {
  type: string
  data: string
}
