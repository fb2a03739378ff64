import type { ProblemCode } from '@/domain/validation/problem'
import { toOneLine } from '@/domain/text/plain-text'
import { parseUrl, parseWebUrl } from '@/domain/text/web-address'

export const INFO_LINK_TYPES = ['instagram', 'facebook', 'telegram', 'whatsapp', 'web_url'] as const
export type InfoLinkType = (typeof INFO_LINK_TYPES)[number]

/** A client may be older than its server, and passes on types that it does not know. */
export function isInfoLinkType(type: string): type is InfoLinkType {
  return INFO_LINK_TYPES.some((known) => known === type)
}

export const URL_MAX = 2048
export const INFO_LINKS_MAX = 10

/** Domains a link of each type may have (rules 5), with all below them; `web_url` may have any. */
const DOMAINS: Record<Exclude<InfoLinkType, 'web_url'>, readonly string[]> = {
  instagram: ['instagram.com', 'instagr.am', 'ig.me'],
  facebook: ['facebook.com', 'fb.com', 'fb.me', 'fb.watch'],
  telegram: ['t.me', 'telegram.me', 'telegram.dog'],
  whatsapp: ['wa.me', 'whatsapp.com'],
}

/** A host below a domain is of it; a name may be written with the dot of the root behind it. */
function isWithin({ hostname }: URL, domains: readonly string[]): boolean {
  const host = `.${hostname.replace(/\.$/, '')}`
  return domains.some((domain) => host.endsWith(`.${domain}`))
}

const PROFILES: Partial<Record<InfoLinkType, string>> = {
  instagram: 'https://instagram.com/',
  telegram: 'https://t.me/',
}

/** The digits of a number with its country, however it is written; undefined for any other text. */
function phoneDigits(text: string): string | undefined {
  const number = text
    .normalize('NFKC')
    .replaceAll(/[\s.·\p{Pd}\u2212\p{Cf}]/gu, '')
    .replace(/^\((\+?\d+)\)/, '$1')
    .replace(/^00/, '+')
    // Nobody dials it from abroad.
    .replace('(0)', '')
    .replaceAll(/[()]/g, '')
  return /^\+([1-9]\d{7,14})$/.exec(number)?.[1]
}

/** Completes an address without `https://`, `@name`, or a number for WhatsApp with its country; anything else stays as typed. */
export function completeLink(type: string, typed: string): string {
  const text = toOneLine(typed)
  const profile = isInfoLinkType(type) ? PROFILES[type] : undefined
  const name = /^@([\w.]+)$/.exec(text)?.[1]
  if (name !== undefined && profile !== undefined) return profile + name
  const digits = type === 'whatsapp' ? phoneDigits(text) : undefined
  if (digits !== undefined) return `https://wa.me/${digits}`
  if (!isInfoLinkType(type)) return text
  // A host, as far as its first slash: `mailto:x` and `javascript:x` are none.
  return /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+\.?(?::\d+)?(?:[/?#]|$)/u.test(text) ? `https://${text}` : text
}

/** The problem of a link of this type (rules 5, info links); undefined when it has none, and for a type that only the server knows. */
export function infoLinkProblem(type: string, data: string): ProblemCode | undefined {
  if (data.trim() === '') return 'url_required'
  if (data.length > URL_MAX) return 'text_too_long'
  if (!isInfoLinkType(type)) return undefined
  if (parseUrl(data) === undefined) return 'url_invalid'
  const url = parseWebUrl(data)
  const isRight = url !== undefined && (type === 'web_url' || isWithin(url, DOMAINS[type]))
  return isRight ? undefined : `link_${type}_invalid`
}

export interface InfoLink {
  type: InfoLinkType
  data: string
}
export interface EventLink {
  type: string
  data: string
}
