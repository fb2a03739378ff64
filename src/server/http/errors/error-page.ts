import type { FastifyRequest } from 'fastify'
import { API_PREFIX } from '@/contract/endpoint'
import type { ErrorCode } from '@/contract/errors'
import type { Locale } from '@/messages/compiled/runtime.js'
import * as m from '@/messages/compiled/messages.js'
import { errorText } from '@/messages/error-text'
import { SITE } from '@/site/site'

const STYLE = `:root{color-scheme:light dark}
body{margin:0 auto;padding:20vh 1.5rem 2rem;max-width:34rem;font:1.0625rem/1.6 system-ui,sans-serif;color:#12303d;background:#f3f9fa}
p{margin:0 0 1.5rem}
.name{margin:0;font-weight:600}
h1{margin:0 0 1rem;font-size:2rem;line-height:1.15}
a{display:inline-block;padding:.65rem 1.25rem;border-radius:.75rem;color:#fff;background:#0b5c7a;text-decoration:none;font-weight:600}
a:focus-visible{outline:3px solid #0b5c7a;outline-offset:3px}
@media (prefers-color-scheme:dark){body{color:#e8f0f2;background:#061821}a{color:#061821;background:#7cc8e6}a:focus-visible{outline-color:#7cc8e6}}`

/** A person who follows a link, not a program that calls. */
export function wantsPage(request: FastifyRequest): boolean {
  return !request.url.startsWith(`${API_PREFIX}/`) && (request.headers.accept ?? '').includes('text/html')
}

/** The page in place of one that could not be rendered. It needs no file but itself; its link requests the same URL again. */
export function errorPage(code: ErrorCode, locale: Locale): string {
  const title = m.app_error_title({}, { locale })
  return (
    `<!doctype html><html lang="${locale}"><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">` +
    `<title>${title} · ${SITE.name}</title><style>${STYLE}</style></head>` +
    `<body><main><p class="name">${SITE.name}</p><h1>${title}</h1><p>${errorText(code, locale)}</p>` +
    `<a href="">${m.app_try_again({}, { locale })}</a></main></body></html>`
  )
}
