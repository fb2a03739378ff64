import { run } from '../api/measure'
import type { Figures } from './measures'

const SECONDS = 3
const headers = { 'accept-encoding': 'br' }

/** Rendered pages a second, compressed as browsers ask for it. Rendered anew: each for a host of its own. */
export async function pagesPerSecond(origin: string): Promise<Figures> {
  const response = await fetch(`${origin}/api/v1/events?per_page=1`)
  const { data } = (await response.json()) as { data: { items: { id: string }[] } }
  const pages = { '/': '/', '/events': '/events', 'an event': `/events/${data.items[0]?.id}` }
  const figures: Figures = {}
  for (const [name, path] of Object.entries(pages)) {
    await run(origin, [path], { seconds: 1, headers })
    const cached = await run(origin, [path], { seconds: SECONDS, headers })
    const anew = await run(origin, [path], { seconds: SECONDS, headers, unique: true })
    figures[`${name}: pages a second from the cache`] = cached.perSecond
    figures[`${name}: p99 of those`] = cached.p99Ms
    figures[`${name}: pages a second rendered anew`] = anew.perSecond
  }
  return figures
}
