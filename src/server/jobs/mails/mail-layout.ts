import { escapeUTF8 } from 'entities'
import { writableText } from '@/domain/text/markup'
import * as m from '@/messages/compiled/messages.js'
import type { Locale } from '@/messages/compiled/runtime.js'
import { SITE } from '@/site/site'

interface MailLink {
  label: string
  url: string
}

export interface MailRow {
  /** The text before the title, 'Cancelled: '; empty before most. */
  prefix?: string
  title: string
  url: string | undefined
  facts: string
  /** It does not take place: its title is crossed out. */
  isOff?: boolean
  link?: MailLink | undefined
}

export interface MailSection {
  heading: string
  rows: readonly MailRow[]
}

/** The content of a mail before it is text and HTML. Everything is plain text; nothing here is markup. */
export interface MailContent {
  subject: string
  paragraphs: readonly string[]
  sections?: readonly MailSection[]
  /** The first is a button. */
  links: readonly MailLink[]
  footnote: string
  footLinks?: readonly MailLink[]
}

/** A part of a mail in its two forms. */
interface Part {
  text: string
  html: string
}

export function layOut(
  { subject, paragraphs, sections = [], links, footnote, footLinks = [] }: MailContent,
  locale: Locale,
): { subject: string; text: string; html: string } {
  const signature = m.mail_signature({ site: SITE.name }, { locale })
  const body = [
    ...[m.mail_greeting({}, { locale }), ...paragraphs].map(paragraph),
    ...sections.flatMap(({ heading, rows }) => [title(heading), ...rows.map(row)]),
    ...links.map((link, index) => (index === 0 ? button(link) : anchor(link, 'p'))),
    { text: signature, html: `<p style="margin:24px 0 0">${escaped(signature)}</p>` },
  ]
  const foot = [{ text: footnote, html: escaped(footnote) }, ...footLinks.map((link) => anchor(link, 'br'))]
  const parts = [...body, { text: '--', html: '' }, ...foot]
  const text = `${parts.map((part) => part.text).join('\n\n')}\n`
  return { subject, text, html: frame(htmlOf(body), htmlOf(foot), locale) }
}

const htmlOf = (parts: readonly Part[]) => parts.map(({ html }) => html).join('')
const escaped = (text: string) => escapeUTF8(writableText(text))
const lines = (text: string) => escaped(text).replaceAll('\n', '<br>')

function paragraph(text: string): Part {
  return { text, html: `<p dir="auto" style="margin:0 0 16px">${lines(text)}</p>` }
}

function button({ label, url }: MailLink): Part {
  const style =
    `display:inline-block;padding:13px 22px;border-radius:10px;background:${SEA};` +
    'color:#ffffff;font-weight:600;text-decoration:none'
  const link = `<a class="button" href="${escaped(url)}" style="${style}">${escaped(label)}</a>`
  return { text: `${label}: ${url}`, html: `<p style="margin:24px 0 8px">${link}</p>` }
}

/** A link in a paragraph of its own, or in a line. */
function anchor({ label, url }: MailLink, as: 'p' | 'br'): Part {
  const link = `<a class="link" href="${escaped(url)}" style="color:${SEA}">${escaped(label)}</a>`
  const html = as === 'p' ? `<p style="margin:16px 0 8px">${link}</p>` : `<br>${link}`
  return { text: `${label}: ${url}`, html }
}

function title(heading: string): Part {
  const html = `<h2 style="margin:28px 0 4px;font-size:17px;line-height:1.4">${escaped(heading)}</h2>`
  return { text: `${heading}\n${'-'.repeat([...heading].length)}`, html }
}

function row({ prefix = '', title: name, url, facts, isOff = false, link }: MailRow): Part {
  const words = `<bdi>${escaped(name)}</bdi>`
  const shown = escaped(prefix) + (isOff ? `<s>${words}</s>` : words)
  const style = `color:${SEA};font-weight:600;text-decoration:none`
  const more = link && anchor(link, 'br')
  const html = [
    url
      ? `<a class="link" href="${escaped(url)}" style="${style}">${shown}</a>`
      : `<strong>${shown}</strong>`,
    facts && `<br><span class="muted" style="color:#426272">${lines(facts)}</span>`,
    more?.html,
  ]
  const text = [prefix + name, facts, url, more?.text].filter(Boolean).join('\n')
  return { text, html: `<p style="margin:12px 0">${html.join('')}</p>` }
}

// These are colours of the app (client/design-system/theme/tokens).
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
function frame(body: string, foot: string, locale: Locale): string {
  const table = 'role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"'
  const font = "font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif"
  const head = `padding:18px 28px;background:${SEA};border-radius:14px 14px 0 0;${font};color:#ffffff`
  const sun = `display:inline-block;width:16px;height:16px;border-radius:8px;background:${SUN}`
  const line = `height:5px;font-size:0;line-height:0;background:${FOAM}`
  const sheet = `padding:28px;background:#ffffff;color:#0a1e2a;border-radius:0 0 14px 14px;${font}`
  return [
    `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><title>${escaped(SITE.name)}</title>`,
    '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">',
    '<meta name="supported-color-schemes" content="light dark">',
    `<style>:root{color-scheme:light dark}@media (prefers-color-scheme:dark){${DARK}}</style></head>`,
    `<body class="page" style="margin:0;padding:0;background:#f3f9fa"><table ${table}>`,
    '<tr><td class="page" align="center" style="padding:24px 12px;background:#f3f9fa">',
    `<table ${table} style="max-width:560px"><tr><td style="${head};font-weight:700;font-size:19px">`,
    `<span style="${sun};vertical-align:-2px;margin-right:10px"></span>${escaped(SITE.name)}</td></tr>`,
    `<tr><td height="5" style="${line}">&nbsp;</td></tr>`,
    `<tr><td class="sheet" style="${sheet};word-break:break-word">${body}</td></tr>`,
    `<tr><td class="muted" style="padding:18px 28px 0;${font};font-size:13px;color:#426272">${foot}</td></tr>`,
    '</table></td></tr></table></body></html>',
  ].join('')
}
