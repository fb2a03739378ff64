/** A part of a text: as it was written, and where it leads if it is an address. */
export interface TextPart {
  text: string
  href?: string
}

const ADDRESS = /(?:https?:\/\/|www\.)[^\s<>"'“”«»]+/giu
/** Ends the sentence around the address. */
const AFTER = /[.,;:!?…*_~]+$/u

/** Splits a text at the web addresses in it: with `http(s)://`, or beginning with `www.`. */
export function splitAtLinks(text: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const address = withoutAfter(found)
    const href = /^www\./i.test(address) ? `https://${address}` : address
    if (parseWebUrl(href) === undefined) continue
    if (index > end) parts.push({ text: text.slice(end, index) })
    parts.push({ text: address, href })
    end = index + address.length
  }
  if (end < text.length) parts.push({ text: text.slice(end) })
  return parts
}

/** A closing bracket belongs to an address that opens it. */
function withoutAfter(found: string): string {
  let address = found
  for (;;) {
    const trimmed = address.replace(AFTER, '')
    const isOpen = trimmed.split('(').length > trimmed.split(')').length - 1
    const next = trimmed.endsWith(')') && !isOpen ? trimmed.slice(0, -1) : trimmed
    if (next === address) return address
    address = next
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
