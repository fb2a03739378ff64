import { createHash, randomUUID } from 'node:crypto'
import type { ErrorEnvelope } from '@/contract/errors'
import type { PublicEvent } from '@/contract/events/events'
import type { Submission } from '@/domain/submissions/submission'
import { keysFrom } from '@/server/http/auth/signed-token'
import { createEventLinks } from '@/server/http/security/event-links'
import { TEST_SECRET, type TestApp } from './app'
import { submission } from './submissions'

export interface CallOptions {
  token?: string
  /** JSON, or the bytes of a JPEG. */
  body?: unknown
  key?: string
  headers?: Record<string, string>
  remoteAddress?: string
}

export interface ApiResponse {
  status: number
  headers: Record<string, string | undefined>
  text: string
  /** The request id of a failure; `text` and `error` are without it. */
  requestId: string | undefined
  /** The value under `data`; undefined in a failure. */
  data: unknown
  error: ErrorEnvelope['error'] | undefined
}

/** One call below `/api/v1` (or anywhere, when the path begins with another folder). */
export async function call(
  { app }: Pick<TestApp, 'app'>,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  { token, body, key, headers = {}, remoteAddress }: CallOptions = {},
): Promise<ApiResponse> {
  const response = await app.inject({
    method,
    url: path.startsWith('/api') ? path : `/api/v1${path}`,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
      ...(Buffer.isBuffer(body) ? { 'content-type': 'image/jpeg' } : {}),
      ...headers,
    },
    ...(body === undefined ? {} : { payload: body as object }),
    ...(remoteAddress === undefined ? {} : { remoteAddress }),
  })
  const { body: text, requestId } = withoutRequestId(response.body)
  const isJson = String(response.headers['content-type']).startsWith('application/json')
  const json =
    isJson && text !== '' ? (JSON.parse(text) as { data?: unknown; error?: ErrorEnvelope['error'] }) : {}
  return {
    status: response.statusCode,
    headers: response.headers as Record<string, string | undefined>,
    text,
    data: json.data,
    error: json.error,
    requestId,
  }
}

const REQUEST_ID = /,"request_id":"([^"]*)"/

/** Removes what differs in each failure, whatever it is about, so that failures can be compared. */
function withoutRequestId(body: string): { body: string; requestId: string | undefined } {
  return { body: body.replace(REQUEST_ID, ''), requestId: REQUEST_ID.exec(body)?.[1] }
}

/** The tokens of the links in mails about an event. */
export const eventLinks = createEventLinks(keysFrom(TEST_SECRET))

/** Submits an event and gives its id. */
export async function submit(test: TestApp, changes: Partial<Submission> = {}, options: CallOptions = {}) {
  const response = await call(test, 'POST', '/events', {
    key: randomUUID(),
    ...options,
    body: submission(changes),
  })
  if (response.status !== 201) throw new Error(`the event was not taken: ${response.text}`)
  return (response.data as { id: string }).id
}

/** Submits an event and approves it. */
export async function publish(test: TestApp, changes: Partial<Submission> = {}, options: CallOptions = {}) {
  const id = await submit(test, changes, options)
  const response = await review(test, id, { action: 'approve' })
  if (response.status !== 200) throw new Error(`the event was not approved: ${response.text}`)
  return id
}

export async function review(
  test: TestApp,
  id: string,
  body: { action: string; reason?: string },
): Promise<ApiResponse> {
  return call(test, 'POST', `/backoffice/events/${id}/review`, { token: await test.admin(), body })
}

export interface EventPage {
  items: PublicEvent[]
  has_more: boolean
}

/** `GET /events` with a query. */
export async function listed(test: TestApp, query = ''): Promise<EventPage> {
  const response = await call(test, 'GET', `/events${query}`)
  return response.data as EventPage
}

export async function titles(test: TestApp, query = ''): Promise<string[]> {
  return (await listed(test, query)).items.map(({ title }) => title)
}

/** Epoch seconds of an ISO instant. */
export function at(iso: string): number {
  return Temporal.Instant.from(iso).epochMilliseconds / 1000
}

/** Uploads the bytes of a photo; how a submission names them. */
export async function upload(test: TestApp, photo: Buffer, options: CallOptions = {}) {
  const sha256 = sha256Of(photo)
  const response = await call(test, 'PUT', `/uploads/${sha256}`, { ...options, body: photo })
  if (response.status !== 200) throw new Error(`the photo was not taken: ${response.text}`)
  return { upload: sha256 }
}

export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
