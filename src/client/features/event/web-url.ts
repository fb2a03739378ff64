/** An address that a stranger wrote, if it leads to the web; never `javascript:` and its like. */
export function webUrl(text: string | undefined): { href: string; host: string } | undefined {
  if (text === undefined || !URL.canParse(text)) return undefined
  const { protocol, href, host } = new URL(text)
  return protocol === 'https:' || protocol === 'http:'
    ? { href, host: host.replace(/^www\./, '') }
    : undefined
}
