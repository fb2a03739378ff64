interface TextPart {
  text: string
  href?: string
}

/** No address goes on after one of these: quotes, dashes, the full stops and commas of Chinese and Japanese, what nobody sees. */
const STOPS = '<>"`—“”„«»‹›。、，．！？；：｡､\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF'
const STOP = new RegExp(`[${STOPS}]`, 'u')
const ADDRESS = new RegExp(`(?:https?://|www\\.)(?:(?![,;]https?://)[^\\s${STOPS}])+`, 'giu')

/** At an odd index stands what closes the one before. */
const BRACKETS = '()[]{}（）［］｛｝【】「」『』《》〈〉〔〕'
/** The letter-like signs among punctuation: names end in them (`/surf_club_`). */
const PUNCTUATION = /[^\P{P}\-_/&#@%]|[|\p{Cf}]/u
/** Writers put one of these around an address: it is no part of it if it stands before it, too. */
const MARKS = '_~*|'

/** Splits a text at the web addresses in it: with `http(s)://`, or beginning with `www.`. */
export function splitAtLinks(text: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const before = text.charAt(index - 1)
    const isBare = /^w/i.test(found)
    const address = addressIn(found, before)
    const href = isBare ? `https://${address}` : address
    if (parseWebUrl(href) === undefined || (isBare && /[\w@./-]/.test(before) && !MARKS.includes(before)))
      continue
    if (index > end) parts.push({ text: text.slice(end, index) })
    parts.push({ text: address, href })
    end = index + address.length
  }
  if (end < text.length) parts.push({ text: text.slice(end) })
  return parts
}

/** The web addresses in a text, as links lead to them. */
export function addressesIn(text: string): string[] {
  return splitAtLinks(text).flatMap(({ href }) => href ?? [])
}

/**
 * Where an address ends in a text that goes on without a space: before a bracket that closes one outside of it, and before the
 * punctuation of its sentence.
 */
function addressIn(found: string, before = ''): string {
  const open: number[] = []
  let end = 0
  for (; end < found.length; end++) {
    const at = BRACKETS.indexOf(found.charAt(end))
    if (at < 0) continue
    const depth = (open[at >> 1] ?? 0) + (at % 2 === 0 ? 1 : -1)
    if (depth < 0) break
    open[at >> 1] = depth
  }
  const mark = MARKS.includes(before) ? before : ''
  for (; end > 0; end--) {
    const last = found.charAt(end - 1)
    if (last !== mark && (BRACKETS.indexOf(last) % 2 === 1 || !PUNCTUATION.test(last))) break
  }
  return found.slice(0, end)
}

/** The paths of our pages: words of any script (slugs of places), numbers and hyphens. */
const PAGE_PATH = /^(?:\/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:-[\p{L}\p{N}][\p{L}\p{M}\p{N}]*)*)+$/u

/**
 * The address of ours that somebody meant, when a mail program or a chat has taken along what stood after it (`/events/ID)`,
 * `/events/ID&utm_source=x`), or has written it in capitals. Undefined when it is as it should be, or cannot be read.
 */
export function mendedAddress(address: URL): URL | undefined {
  const { pathname } = address
  const [, path = '', sign = '', rest = ''] = /^(.*?)(?:(&|%26|%3f)(.*))?$/i.exec(pathname) ?? []
  const typed = decoded(path)
  const query = sign === '&' ? rest : decoded(rest)
  if (typed === undefined || query === undefined || typed.startsWith('//')) return undefined
  const [written = ''] = typed.split(STOP, 1)
  const [meant = ''] = /^.*[^\p{P}\p{Z}\p{Cf}\s<=>^|~+$]/su.exec(addressIn(written).toLowerCase()) ?? []
  const mended = new URL(address)
  mended.pathname = meant.replace(/^\/week\/\d+-w/, (week) => week.slice(0, -1) + 'W')
  if (mended.pathname === pathname || (meant !== '' && !PAGE_PATH.test(meant))) return undefined
  mended.search = [address.search.slice(1), query].filter((part) => part !== '').join('&')
  return mended
}

/** Undefined where the percent-encoding is malformed. */
export function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** An absolute http(s) address without credentials: the only kind that a page may turn into a link. */
export function parseWebUrl(text: string): URL | undefined {
  const url = parseUrl(text)
  if (url === undefined) return undefined
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:'
  return isWeb && url.username === '' && url.password === '' && url.hostname !== '' ? url : undefined
}

/** The address that a text is; undefined when it is none. `canParse` came with Safari 17 and Chrome 120. */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base)
  } catch {
    return undefined
  }
}
