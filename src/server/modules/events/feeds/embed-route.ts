import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { escapeMarkup } from '@/domain/text/markup'
import { EMBED_DAYS, embedAddress, embedQuery, type EmbedQuery } from '@/contract/events/feeds'
import { EMBED_PATH } from '@/contract/plain-routes'
import { villageDay, villageMidnight } from '@/domain/time/local-time'
import * as m from '@/messages/compiled/messages.js'
import { listEvents } from '@/server/modules/events/programme'
import type { PublicEvent } from '@/contract/events/events'
import { SITE } from '@/site/site'
import { dayText, listRow, type Reader } from '@/server/modules/events/event-shape'
import { queryRoute, type FeedDeps } from './feed-routes'
import { readFeedFilter } from './feed-filter'

/** Room for the head, the foot and the last row within 20 KB. */
const MAX_ROWS_BYTES = 17_000

/** Colours of the app's own themes: text, its lesser kind, links, lines, ground. */
const LIGHT = '--t:#0a1e2a;--m:#426272;--a:#0d5570;--l:#cfe0e4;--g:#ffffff'
const DARK = '--t:#eaf4f6;--m:#9fb8c2;--a:#7fcfe4;--l:#1d3d4b;--g:#0c242f'
const STYLE = [
  `:root{${LIGHT};color-scheme:light}`,
  `@media(prefers-color-scheme:dark){:root:not([data-theme]){${DARK};color-scheme:dark}}`,
  `:root[data-theme=dark]{${DARK};color-scheme:dark}`,
  'body{margin:0;padding:1rem;font:1rem/1.45 system-ui,sans-serif;color:var(--t);background:var(--g);overflow-wrap:anywhere}',
  'h1{font-size:1.25rem;margin:0}h2{font-size:1rem;margin:1.25rem 0 0}h2::first-letter{text-transform:uppercase}',
  'ul{list-style:none;margin:0;padding:0}li{padding:.5rem 0;border-bottom:1px solid var(--l)}',
  'a{display:inline-block;min-height:1.5rem;color:var(--a);font-weight:600}p{margin:0;color:var(--m);font-size:.875rem}',
  'a:focus-visible{outline:2px solid var(--a);outline-offset:2px}p a{margin-top:1rem}',
].join('')

/** The source of the frame's policy that allows its own style and no other. */
const EMBED_STYLE_SOURCE = `'sha256-${hash('sha256', STYLE, 'base64')}'`

/** The page in the frame, at most 20 KB: days with their events, in the order of the list. Links open in place of the site around it. */
function writeEmbed(
  events: readonly PublicEvent[],
  { tags, theme }: Pick<EmbedQuery, 'tags' | 'theme'>,
  reader: Reader,
): string {
  const { origin, locale } = reader
  const title = m.embed_title({ village: SITE.village }, { locale })
  const list = `${origin}/events${tags ? `?${new URLSearchParams({ tags })}` : ''}`
  const rows = rowsOf(events, reader)
  return [
    `<!doctype html><html lang="${locale === 'pt' ? 'pt-PT' : 'en'}"${theme === undefined ? '' : ` data-theme="${theme}"`}>`,
    `<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">`,
    `<title>${escapeMarkup(title)}</title><style>${STYLE}</style></head>`,
    `<body><main><h1 dir="auto">${escapeMarkup(title)}</h1>`,
    rows === '' ? `<p>${escapeMarkup(m.embed_none({}, { locale }))}</p>` : rows,
    `<p><a href="${escapeMarkup(list)}" target="_top">${escapeMarkup(m.embed_all({ site: SITE.name }, { locale }))}</a></p>`,
    '</main></body></html>',
  ].join('')
}

function rowsOf(events: readonly PublicEvent[], reader: Reader): string {
  const days = new Map<string, string[]>()
  let bytes = 0
  for (const event of events) {
    const { day, url, prefix, title, when, place, isOff } = listRow(event, reader)
    const name = `<bdi>${escapeMarkup(title)}</bdi>`
    const facts = [escapeMarkup(when), place && `<bdi>${escapeMarkup(place)}</bdi>`].filter(Boolean)
    const link = `<a href="${escapeMarkup(url)}" target="_top">${escapeMarkup(prefix)}${isOff ? `<s>${name}</s>` : name}</a>`
    const row = `<li>${link}<p>${facts.join(' · ')}</p></li>`
    bytes += Buffer.byteLength(row)
    if (bytes > MAX_ROWS_BYTES) break
    days.set(day, [...(days.get(day) ?? []), row])
  }
  return [...days]
    .map(([day, rows]) => `<h2>${escapeMarkup(dayText(day, reader.locale))}</h2><ul>${rows.join('')}</ul>`)
    .join('')
}

/** A frame has no room for more rows, and hardly its 20 KB. */
const MAX_ROWS = 60

/** The one response that other sites may show in a frame: it runs no script, has no form and reads no cookie. */
const FRAMED_HEADERS = {
  'content-security-policy': `default-src 'none'; style-src ${EMBED_STYLE_SOURCE}; base-uri 'none'; form-action 'none'; frame-ancestors *`,
  'cross-origin-resource-policy': 'cross-origin',
}

/** `GET /embed`: the programme of the next days in a frame of another site. */
export function embedRoute(app: FastifyInstance, deps: FeedDeps): void {
  const route = queryRoute({
    ...deps,
    type: 'text/html; charset=utf-8',
    schema: embedQuery,
    addressFor: embedAddress,
    async write({ tags, days = EMBED_DAYS, theme }, reader) {
      const filter = await readFeedFilter(deps, { tags }, reader)
      if (filter === undefined) return undefined
      const { nowSeconds: from } = reader
      const window = { from, to: villageMidnight(villageDay(from), days) - 1 }
      const list = { ...filter.list, window, perPage: MAX_ROWS }
      const { items } = await listEvents(deps.programme, list, reader)
      return writeEmbed(items, { tags, theme }, reader)
    },
    unknown: m.embed_wrong,
  })
  app.route({ method: 'GET', url: EMBED_PATH, ...route, onRequest: allowFrame })
}

function allowFrame(_request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  reply.removeHeader('x-frame-options').headers(FRAMED_HEADERS)
  done()
}
