import { parseWebUrl } from '@/domain/text/web-address'

/** An address of an anonymous submission, if it leads to the web; never `javascript:` and its like. */
export function webUrl(text: string | undefined): { href: string; host: string } | undefined {
  const url = text === undefined ? undefined : parseWebUrl(text)
  return url && { href: url.href, host: url.host.replace(/^www\./, '') }
}
