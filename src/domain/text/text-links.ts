import { parseWebUrl } from './web-address'

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
