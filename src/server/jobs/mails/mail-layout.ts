import { escapeMarkup } from '@/domain/text/markup'
import * as m from '@/messages/compiled/messages.js'
import type { Locale } from '@/messages/compiled/runtime.js'
import { SITE } from '@/site/site'
import type { EventLinks, WeekLinks } from '@/server/http/security/event-links'
import type { MailShare } from './mail-limits'

export function layOut(
  content: MailContent,
  locale: Locale,
): { subject: string; text: string; html: string } {
  const greeting = m.mail_greeting({}, { locale })
  const signature = m.mail_signature({ site: SITE.name }, { locale })
  const { link, secondLink, sections = [], footLinks = [] } = content
  const text = [
    greeting,
    ...content.paragraphs,
    ...sectionsText(sections),
    ...[link, secondLink].flatMap((one) => (one ? [lineOf(one)] : [])),
    signature,
    '--',
    content.footnote,
    ...footLinks.map(lineOf),
  ].join('\n\n')
  const body =
    [greeting, ...content.paragraphs].map(paragraph).join('') +
    sectionsHtml(sections, SEA) +
    (link ? button(link) : '') +
    (secondLink ? plainLink(secondLink) : '')
  return {
    subject: content.subject,
    text: `${text}\n`,
    html: frame(body, signature, footOf(content.footnote, footLinks), locale),
  }
}

function lineOf({ label, url }: MailLink): string {
  return `${label}: ${url}`
}

function footOf(footnote: string, links: readonly MailLink[]): string {
  const rows = links.map(
    ({ label, url }) =>
      `<br><a class="link" href="${escapeMarkup(url)}" style="color:${SEA}">${escapeMarkup(label)}</a>`,
  )
  return escapeMarkup(footnote) + rows.join('')
}

function paragraph(text: string): string {
  return `<p dir="auto" style="margin:0 0 16px">${escapeMarkup(text).replaceAll('\n', '<br>')}</p>`
}

function button({ label, url }: { label: string; url: string }): string {
  const style = `display:inline-block;padding:13px 22px;border-radius:10px;background:${SEA};color:#ffffff;font-weight:600;text-decoration:none`
  return `<p style="margin:24px 0 8px"><a class="button" href="${escapeMarkup(url)}" style="${style}">${escapeMarkup(label)}</a></p>`
}

function plainLink({ label, url }: MailLink): string {
  return `<p style="margin:16px 0 8px"><a class="link" href="${escapeMarkup(url)}" style="color:${SEA}">${escapeMarkup(label)}</a></p>`
}

// These are colours of the app (client/design-system/theme/colors).
const SEA = '#0b4156'
const FOAM = '#7fcfe4'
const SUN = '#ff8355'

/** Mail programs with a dark theme read these rules; those that ignore them show the light one. */
const DARK = [
  '.page{background:#061821!important}',
  '.sheet{background:#0c242f!important;color:#eaf4f6!important}',
  '.muted{color:#9fb8c2!important}',
  '.link{color:#7fcfe4!important}',
  '.button{background:#7fcfe4!important;color:#061821!important}',
].join('')

/**
 * Tables and inline styles, because that is what every program renders; no picture, because many show none before a tap and
 * fetching one would tell us who reads: sun, sea and foam are cells with a colour.
 */
function frame(body: string, signature: string, foot: string, locale: Locale): string {
  const table = 'role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"'
  const font = "font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif"
  return (
    `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><title>${escapeMarkup(SITE.name)}</title>` +
    '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">' +
    '<meta name="supported-color-schemes" content="light dark">' +
    `<style>:root{color-scheme:light dark}@media (prefers-color-scheme:dark){${DARK}}</style></head>` +
    `<body class="page" style="margin:0;padding:0;background:#f3f9fa"><table ${table}>` +
    `<tr><td class="page" align="center" style="padding:24px 12px;background:#f3f9fa"><table ${table} style="max-width:560px">` +
    `<tr><td style="padding:18px 28px;background:${SEA};border-radius:14px 14px 0 0;${font};color:#ffffff;font-weight:700;font-size:19px">` +
    `<span style="display:inline-block;width:16px;height:16px;border-radius:8px;background:${SUN};vertical-align:-2px;margin-right:10px"></span>` +
    `${escapeMarkup(SITE.name)}</td></tr>` +
    `<tr><td height="5" style="height:5px;font-size:0;line-height:0;background:${FOAM}">&nbsp;</td></tr>` +
    `<tr><td class="sheet" style="padding:28px;background:#ffffff;color:#0a1e2a;border-radius:0 0 14px 14px;${font};word-break:break-word">` +
    `${body}<p style="margin:24px 0 0">${escapeMarkup(signature)}</p></td></tr>` +
    `<tr><td class="muted" style="padding:18px 28px 0;${font};font-size:13px;color:#426272">${foot}</td></tr>` +
    '</table></td></tr></table></body></html>'
  )
}

export interface MailRow {
  /** The text before the title, 'Cancelled: '; empty before most. */
  prefix: string
  title: string
  url: string
  facts: string
  /** It does not take place: its title is crossed out. */
  isOff?: boolean
}

export interface MailSection {
  heading: string
  rows: readonly MailRow[]
}

function sectionsText(sections: readonly MailSection[]): string[] {
  return sections.flatMap(({ heading, rows }) => [
    `${heading}\n${'-'.repeat([...heading].length)}`,
    ...rows.map(({ prefix, title, facts, url }) =>
      [prefix + title, facts, url].filter((line) => line !== '').join('\n'),
    ),
  ])
}

/** The sections as HTML. The colours of a dark theme come from the frame's classes. */
function sectionsHtml(sections: readonly MailSection[], linkColor: string): string {
  return sections
    .map(({ heading, rows }) => {
      const title = `<h2 style="margin:28px 0 4px;font-size:17px;line-height:1.4">${escapeMarkup(heading)}</h2>`
      return title + rows.map((row) => rowHtml(row, linkColor)).join('')
    })
    .join('')
}

function rowHtml({ prefix, title, url, facts, isOff = false }: MailRow, linkColor: string): string {
  const shown = isOff ? `<s><bdi>${escapeMarkup(title)}</bdi></s>` : `<bdi>${escapeMarkup(title)}</bdi>`
  const style = `color:${linkColor};font-weight:600;text-decoration:none`
  const link = `<a class="link" href="${escapeMarkup(url)}" style="${style}">${escapeMarkup(prefix)}${shown}</a>`
  const line =
    facts === '' ? '' : `<br><span class="muted" style="color:#426272">${escapeMarkup(facts)}</span>`
  return `<p style="margin:12px 0">${link}${line}</p>`
}

interface MailLink {
  label: string
  url: string
}

/** The content of a mail before it is text and HTML. Everything is plain text; nothing here is markup. */
export interface MailContent {
  subject: string
  paragraphs: readonly string[]
  sections?: readonly MailSection[]
  link?: MailLink
  secondLink?: MailLink | undefined
  footnote: string
  footLinks?: readonly MailLink[]
}

export interface AddressedMail {
  to: string
  locale: Locale
  /** Called when it is sent: one that is dropped makes no link. */
  write(): MailContent | Promise<MailContent>
  /**
   * The limit; absent: the addressee's account caused it. Any other is counted, because an anonymous client may have typed the address.
   */
  limit?: {
    share: MailShare
    /** A mail beyond the limit is dropped, or put off to the next morning. */
    beyond: 'drop' | 'put-off'
  }
}

export interface MailContext {
  origin: string
  now: Date
  links: EventLinks
  weekLinks: WeekLinks
}
