import { parseUrl } from './parse-url'

/** An absolute http(s) address without credentials: the only kind that a page may turn into a link. */
export function parseWebUrl(text: string): URL | undefined {
  const url = parseUrl(text)
  if (url === undefined) return undefined
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:'
  return isWeb && url.username === '' && url.password === '' && url.hostname !== '' ? url : undefined
}
