import { API_PREFIX } from '@/contract/endpoint'
import type { Endpoint, Schema } from '@/contract/endpoint'
import { ENDPOINTS } from '@/contract/endpoints'
import { ERROR_STATUS } from '@/contract/errors'
import { SITE } from '@/site'
import { errorsOf, jsonSchema } from './openapi'
import { schemaText } from './schema-text'

const AUTH_LABELS = {
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
    `<p>Every call is below <code>${API_PREFIX}</code> and speaks JSON. A response is an envelope: ` +
    `<code>{"data": …}</code>, or <code>{"error": {"code", "message", "fields"?}}</code>. Instants are epoch seconds; ` +
    `times that you send are village time (<code>${SITE.timeZone}</code>). A list has <code>items</code> and <code>has_more</code>. ` +
    `Calls that take an <code>Idempotency-Key</code> (a UUID) do their work once, however often they are sent.</p>` +
    `<p>For programs: <a href="${API_PREFIX}/openapi.json">openapi.json</a> (OpenAPI 3.1).</p></header>` +
    `<nav aria-label="Calls"><ul>${links}</ul></nav><main>${sections.join('')}${errorTable()}</main></body></html>`
  )
}

function endpointHtml(endpoint: Endpoint): string {
  const facts = [
    AUTH_LABELS[endpoint.auth],
    ...(endpoint.idempotent === true ? ['takes an Idempotency-Key'] : []),
  ]
  const errors = errorsOf(endpoint).map((code) => `<li><code>${ERROR_STATUS[code]}</code> ${code}</li>`)
  return (
    `<article id="${endpoint.name}"><h3><span class="method ${endpoint.method.toLowerCase()}">${endpoint.method}</span> ` +
    `<code>${escapeHtml(endpoint.path)}</code></h3><p>${withCode(endpoint.summary)}</p><p class="facts">${facts.join(' · ')}</p>` +
    `${shape('Query', endpoint.query, 'input')}${shape('Body', endpoint.body, 'input')}` +
    `${shape(`Response ${endpoint.status}, under data`, endpoint.reply, 'output')}` +
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

/** Styles of the API page; it carries them itself. */
const API_DOCS_STYLE = `
:root{color-scheme:light dark;--ink:#12303d;--soft:#48626d;--paper:#fbf9f5;--card:#fff;--line:#dfe6e6;--link:#0b5c7a;--get:#0b6b4f;--post:#8a4b00;--put:#5b3fa0;--delete:#a3262a}
@media (prefers-color-scheme:dark){:root{--ink:#e8f0f2;--soft:#a9bec6;--paper:#0c1b22;--card:#12262f;--line:#23404c;--link:#7cc8e6;--get:#6fd3ac;--post:#f0b35e;--put:#b9a3f0;--delete:#f39a9c}}
*{box-sizing:border-box}
body{margin:0 auto;padding:2rem 1rem 4rem;max-width:60rem;font:1rem/1.6 system-ui,sans-serif;color:var(--ink);background:var(--paper)}
a{color:var(--link)}
.name{margin:0;color:var(--soft);font-weight:600}
h1{margin:0 0 1rem;font-size:2.25rem;line-height:1.1}
h2{margin:2.5rem 0 1rem;font-size:1.35rem}
h3{margin:0;font-size:1.05rem;overflow-wrap:anywhere}
code,pre{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:.9em}
nav ul{display:flex;flex-wrap:wrap;gap:.25rem 1rem;padding:0;margin:1.5rem 0;list-style:none}
nav a,summary{display:inline-block;padding:.35rem 0;min-height:1.75rem}
article{margin:0 0 1rem;padding:1rem 1.25rem;background:var(--card);border:1px solid var(--line);border-radius:.75rem}
article p{margin:.4rem 0}
.method{display:inline-block;min-width:3.5rem;font:700 .8rem/1 ui-monospace,Menlo,Consolas,monospace;letter-spacing:.04em}
.get{color:var(--get)}.post{color:var(--post)}.put{color:var(--put)}.delete{color:var(--delete)}
.facts{color:var(--soft);font-size:.9rem}
summary{cursor:pointer;color:var(--link)}
pre{margin:.25rem 0 .5rem;padding:.75rem 1rem;overflow-x:auto;border:1px solid var(--line);border-radius:.5rem;background:var(--paper)}
details ul{margin:.25rem 0;padding-left:1.25rem}
table{border-collapse:collapse}
th,td{padding:.35rem 1.5rem .35rem 0;border-bottom:1px solid var(--line);text-align:left}
:focus-visible{outline:3px solid var(--link);outline-offset:2px}`
