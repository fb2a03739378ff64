/** Requests from other addresses than our own: every one of 127.0.0.0/8 is this machine. */
import { Agent, request } from 'node:http'
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'
import type { DemoServer } from '../support/demo-server'

export interface AnonymousRequest {
  path: string
  method?: 'GET' | 'POST' | 'PUT'
  /** The number of the anonymous client, below 60,000. */
  anonymous: number
  headers?: OutgoingHttpHeaders
  body?: Buffer | string
  agent?: Agent
}

export interface AnonymousResponse {
  /** 0 where the connection ended without a response. */
  status: number
  headers: IncomingHttpHeaders
  tookMs: number
}

export function addressOf(anonymous: number): string {
  return `127.1.${Math.floor(anonymous / 250)}.${1 + (anonymous % 250)}`
}

/** Sends one request and reads its response. */
export function send(
  { origin }: Pick<DemoServer, 'origin'>,
  { path, method = 'POST', anonymous, headers = {}, body, agent }: AnonymousRequest,
): Promise<AnonymousResponse> {
  const begun = performance.now()
  return new Promise((resolve) => {
    const end = (status: number, received: IncomingHttpHeaders = {}) =>
      resolve({ status, headers: received, tookMs: performance.now() - begun })
    const sent = request({
      host: '127.0.0.1',
      port: new URL(origin).port,
      path,
      method,
      localAddress: addressOf(anonymous),
      agent: agent ?? new Agent({ keepAlive: false }),
      headers: {
        ...(body !== undefined && {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
        }),
        ...headers,
      },
    })
    sent.on('response', (response) => {
      response.resume()
      response.on('end', () => end(response.statusCode ?? 0, response.headers))
      response.on('error', () => end(0))
    })
    sent.on('error', () => end(0))
    sent.end(body)
  })
}

/** How many of each status, such as `201: 5, 503: 15`; a breakdown is `no response`, `500` or `503 without Retry-After`. */
export function countStatuses(responses: readonly AnonymousResponse[]): string {
  const counts = new Map<string, number>()
  for (const response of responses) counts.set(nameOf(response), (counts.get(nameOf(response)) ?? 0) + 1)
  return [...counts]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([name, count]) => `${name}: ${count}`)
    .join(', ')
}

function nameOf({ status, headers }: AnonymousResponse): string {
  if (status === 0) return 'no response'
  return status === 503 && headers['retry-after'] === undefined ? '503 without Retry-After' : String(status)
}
