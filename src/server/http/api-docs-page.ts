import { API_PREFIX } from '@/contract/endpoint'
import type { Endpoint, Schema } from '@/contract/endpoint'
import { ENDPOINTS } from '@/contract/endpoints'
import { ERROR_STATUS } from '@/contract/errors'
import { SITE } from '@/site'
import { API_DOCS_STYLE } from './api-docs-style'
import { errorsOf, jsonSchema } from './openapi'
import { schemaText } from './schema-text'

const WHO = {
  none: 'Open to everyone',
  optional: 'Open to everyone; a bearer token says who you are',
  required: 'Bearer token',
} as const

/** The API for people: one page without script, from the same register as the routes. English, like the code. */
export function apiDocsPage(): string {
  const groups = groupBy(Object.values(ENDPOINTS) as Endpoint[], ({ path }) => path.split('/')[1] ?? '')
  const links = [...groups].map(([name]) => `<li><a href="#${name}">${escapeHtml(name)}</a></li>`).join('')
  const sections = [...groups].map(
    ([name, endpoints]) =>
      `<section aria-labelledby="${name}"><h2 id="${name}">${escapeHtml(name)}</h2>${endpoints.map(endpointHtml).join('')}</section>`,
  )
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${SITE.name} API</title>` +
    `<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark">` +
    `<style>${API_DOCS_STYLE}</style></head><body><header><p class="name">${SITE.name}</p><h1>API</h1>` +
    `<p>Every call is below <code>${API_PREFIX}</code> and speaks JSON. An answer is an envelope: ` +
    `<code>{"data": …}</code>, or <code>{"error": {"code", "message", "fields"?}}</code>. Instants are epoch seconds; ` +
    `times that you send are village time (<code>${SITE.timeZone}</code>). A list has <code>items</code> and <code>has_more</code>. ` +
    `Calls that take an <code>Idempotency-Key</code> (a UUID) do their work once, however often they are sent.</p>` +
    `<p>For programs: <a href="${API_PREFIX}/openapi.json">openapi.json</a> (OpenAPI 3.1).</p></header>` +
    `<nav aria-label="Calls"><ul>${links}</ul></nav><main>${sections.join('')}${errorTable()}</main></body></html>`
  )
}

function endpointHtml(endpoint: Endpoint): string {
  const facts = [WHO[endpoint.auth], ...(endpoint.idempotent === true ? ['takes an Idempotency-Key'] : [])]
  const errors = errorsOf(endpoint).map((code) => `<li><code>${ERROR_STATUS[code]}</code> ${code}</li>`)
  return (
    `<article id="${endpoint.name}"><h3><span class="method ${endpoint.method.toLowerCase()}">${endpoint.method}</span> ` +
    `<code>${escapeHtml(endpoint.path)}</code></h3><p>${withCode(endpoint.summary)}</p><p class="facts">${facts.join(' · ')}</p>` +
    `${shape('Query', endpoint.query, 'input')}${shape('Body', endpoint.body, 'input')}` +
    `${shape(`Answer ${endpoint.status}, under data`, endpoint.reply, 'output')}` +
    `<details><summary>Errors</summary><ul>${errors.join('')}</ul></details></article>`
  )
}

function shape(title: string, schema: Schema | undefined, io: 'input' | 'output'): string {
  if (schema === undefined) return ''
  const text = schemaText(jsonSchema(schema, io))
  return `<details><summary>${title}</summary><pre tabindex="0"><code>${escapeHtml(text)}</code></pre></details>`
}

function errorTable(): string {
  const rows = Object.entries(ERROR_STATUS).map(
    ([code, status]) => `<tr><td>${status}</td><td><code>${code}</code></td></tr>`,
  )
  return (
    `<section aria-labelledby="errors"><h2 id="errors">errors</h2><table><thead><tr><th scope="col">Status</th>` +
    `<th scope="col">Code</th></tr></thead><tbody>${rows.join('')}</tbody></table></section>`
  )
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item])
  return groups
}

/** Words between backticks are code. */
function withCode(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>')
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
