import { WRITTEN_AGO_HEADER } from '@/contract/endpoint'
import type { Endpoint, FileBytes } from '@/contract/endpoint'
import { FORM_TOKEN_HEADER } from '@/contract/form-tokens'
import { PROOF_OF_WORK_HEADER } from '@/contract/proof-of-work'

/** A call's input, whatever its endpoint. */
export interface CallDeps {
  params?: unknown
  query?: unknown
  body?: unknown
}

interface RequestHeaders {
  token: string | undefined
  idempotencyKey: string | undefined
  locale: string | undefined
  formToken: string | undefined
  /** A solved challenge. */
  proof: string | undefined
  writtenAgoSeconds: number | undefined
}

/** The HTTP request of a call. */
export function buildRequest(
  baseUrl: string,
  endpoint: Endpoint,
  input: CallDeps,
  { token, idempotencyKey, locale, formToken, proof, writtenAgoSeconds }: RequestHeaders,
): { url: string; init: RequestInit } {
  const headers: Record<string, string> = { accept: 'application/json' }
  if (locale !== undefined) headers['accept-language'] = locale
  if (token !== undefined) headers['authorization'] = `Bearer ${token}`
  if (idempotencyKey !== undefined) headers['idempotency-key'] = idempotencyKey
  if (formToken !== undefined) headers[FORM_TOKEN_HEADER] = formToken
  if (proof !== undefined) headers[PROOF_OF_WORK_HEADER] = proof
  if (writtenAgoSeconds !== undefined) headers[WRITTEN_AGO_HEADER] = String(writtenAgoSeconds)
  const init: RequestInit = { method: endpoint.method, headers, redirect: 'manual' }
  if (endpoint.takesBytes !== undefined) {
    const { bytes, type } = input.body as FileBytes
    headers['content-type'] = type
    init.body = bytes
  } else if (input.body !== undefined) {
    headers['content-type'] = 'application/json'
    init.body = JSON.stringify(input.body)
  }
  return { url: `${baseUrl}${pathOf(endpoint.path, input.params)}${queryOf(input.query)}`, init }
}

function pathOf(path: string, params: unknown): string {
  const values = (params ?? {}) as Record<string, unknown>
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])))
}

function queryOf(query: unknown): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries((query ?? {}) as Record<string, unknown>)) {
    if (value !== undefined && value !== '') search.set(name, String(value))
  }
  return search.size === 0 ? '' : `?${search.toString()}`
}
