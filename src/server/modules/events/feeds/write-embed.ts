import { hash } from 'node:crypto'
import { escapeUTF8 } from 'entities'
import type { PublicEvent } from '@/contract/events/events'
import { isOff } from '@/domain/events/event-state'
import { splitLocationName } from '@/domain/places/location-name'
import { villageDay } from '@/domain/time/local-time'
import * as m from '@/messages/compiled/messages.js'
import type { Locale } from '@/messages/compiled/runtime.js'
import { SITE } from '@/site/site'
import { dayText, statePrefix, timeOnDay } from '../row-texts'

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
export const EMBED_STYLE_SOURCE = `'sha256-${hash('sha256', STYLE, 'base64')}'`

export interface EmbedReader {
  /** Scheme and host. */
  origin: string
  locale: Locale
  nowSeconds: number
  theme: 'light' | 'dark' | undefined
}

/** The page in the frame, at most 20 KB: days with their events, in the order of the list. Links open in place of the site around it. */
export function writeEmbed(
  events: readonly PublicEvent[],
  tags: string | undefined,
  { origin, locale, nowSeconds, theme }: EmbedReader,
): string {
  const title = m.embed_title({ village: SITE.village }, { locale })
  const list = `${origin}/events${tags ? `?${new URLSearchParams({ tags })}` : ''}`
  const rows = rowsOf(events, { origin, locale, nowSeconds })
  return [
    `<!doctype html><html lang="${locale === 'pt' ? 'pt-PT' : 'en'}"${theme === undefined ? '' : ` data-theme="${theme}"`}>`,
    `<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">`,
    `<title>${escapeUTF8(title)}</title><style>${STYLE}</style></head>`,
    `<body><main><h1>${escapeUTF8(title)}</h1>`,
    rows === '' ? `<p>${escapeUTF8(m.embed_none({}, { locale }))}</p>` : rows,
    `<p><a href="${escapeUTF8(list)}" target="_top">${escapeUTF8(m.embed_all({ site: SITE.name }, { locale }))}</a></p>`,
    '</main></body></html>',
  ].join('')
}

function rowsOf(
  events: readonly PublicEvent[],
  { origin, locale, nowSeconds }: Omit<EmbedReader, 'theme'>,
): string {
  const today = villageDay(nowSeconds)
  const days = new Map<string, string[]>()
  let bytes = 0
  for (const event of events) {
    const begins = villageDay(event.start_time)
    const day = begins < today ? today : begins
    const row = rowOf(event, { day, address: `${origin}/events/${event.id}?date=${day}` }, locale)
    bytes += Buffer.byteLength(row)
    if (bytes > MAX_ROWS_BYTES) break
    days.set(day, [...(days.get(day) ?? []), row])
  }
  return [...days]
    .map(([day, rows]) => `<h2>${escapeUTF8(dayText(day, locale))}</h2><ul>${rows.join('')}</ul>`)
    .join('')
}

function rowOf(
  event: PublicEvent,
  { day, address }: { day: string; address: string },
  locale: Locale,
): string {
  const { state, title } = event
  const label = statePrefix(event, locale)
  const shown = isOff(state) ? `<s>${escapeUTF8(title)}</s>` : escapeUTF8(title)
  const place = splitLocationName(event.location_name).displayName
  const facts = [timeOnDay(event, day, locale), place].filter((one) => one !== '').join(' · ')
  return `<li><a href="${escapeUTF8(address)}" target="_top">${escapeUTF8(label)}${shown}</a><p>${escapeUTF8(facts)}</p></li>`
}
