import * as m from '@/messages/compiled/messages.js'
import type { Locale } from '@/messages/compiled/runtime.js'
import { SITE } from '@/site'
import type { MailContent } from './addressed-mail'

/** The same content as text and as HTML, in the frame that all our mails share. */
export function layOut(
  content: MailContent,
  locale: Locale,
): { subject: string; text: string; html: string } {
  const greeting = m.mail_greeting({}, { locale })
  const signature = m.mail_signature({ site: SITE.name }, { locale })
  const link = content.link
  const text = [
    greeting,
    ...content.paragraphs,
    ...(link ? [`${link.label}: ${link.url}`] : []),
    signature,
    '--',
    content.footnote,
  ].join('\n\n')
  const body = [greeting, ...content.paragraphs].map(paragraph).join('') + (link ? button(link) : '')
  return {
    subject: content.subject,
    text: `${text}\n`,
    html: frame(body, signature, content.footnote, locale),
  }
}

function paragraph(text: string): string {
  return `<p style="margin:0 0 16px">${escapeHtml(text).replaceAll('\n', '<br>')}</p>`
}

function button({ label, url }: { label: string; url: string }): string {
  const style =
    'display:inline-block;padding:12px 20px;border-radius:8px;background:#0b5c7a;color:#ffffff;font-weight:600;text-decoration:none'
  return `<p style="margin:24px 0"><a href="${escapeHtml(url)}" style="${style}">${escapeHtml(label)}</a></p>`
}

function frame(body: string, signature: string, footnote: string, locale: Locale): string {
  return (
    `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"></head>` +
    `<body style="margin:0;padding:24px;font:16px/1.5 system-ui,sans-serif"><div style="max-width:560px;margin:0 auto">` +
    `${body}<p style="margin:24px 0 0">${escapeHtml(signature)}</p>` +
    `<p style="margin:24px 0 0;font-size:13px;opacity:.7">${escapeHtml(footnote)}</p></div></body></html>`
  )
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}
