import { describe, expect, it, vi } from 'vitest'
import { sendSupportMessage } from '@/contract/contact-forms'

import { listTags, submitEvent } from '@/contract/events/events'
import { fakeClock } from '@tests/support/server/fake-clock'
import { faultyNetwork, type Serve } from '@tests/support/offline/faulty-network'
import { deferred } from '@/offline/platform/deferred'
import { nextStep } from './next-step'
import { createApiClient, type TokenResult, type TokenSource } from './api-client'

const START = Date.UTC(2026, 5, 15)
const TAG = { id: '1', key: 'surf', name: 'Surf' }

function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  })
}

function client(serve: Serve, tokens?: TokenSource) {
  const clock = fakeClock(START)
  const network = faultyNetwork(vi.fn(serve))
  const api = createApiClient({
    fetch: network.fetch,
    baseUrl: '/api/v1',
    clock,
    timers: clock,
    locale: () => 'pt',
    ...(tokens === undefined ? {} : { tokens }),
  })
  return { api, clock, network }
}

function respondingWith(response: () => Response) {
  return client(async () => response())
}

describe('a response that is not ours', () => {
  it.each([
    [
      'a captive portal’s page',
      () => new Response('<h1>Sign in</h1>', { headers: { 'content-type': 'text/html' } }),
    ],
    ['a 2xx that does not match the contract', () => json({ data: { ok: true } }, 201)],
    ['an empty 2xx', () => new Response(null, { status: 204 })],
    ['a proxy’s page', () => new Response('<h1>Bad gateway</h1>', { status: 502 })],
    ['a redirect', () => Object.defineProperty(new Response(null), 'type', { value: 'opaqueredirect' })],
    [
      'an opaque response',
      () => Object.defineProperty(json({ data: { id: '1' } }), 'type', { value: 'opaque' }),
    ],
  ])('is unreachable: %s', async (_, response) => {
    const { api } = respondingWith(response)
    const outcome = await api.call(sendSupportMessage, { body: MESSAGE })
    expect(outcome).toMatchObject({ kind: 'unreachable', reason: 'not-ours' })
  })

  it('was not sent where the browser had no network then, whatever it has by the time of the outcome', async () => {
    const browser = { onLine: false }
    vi.stubGlobal('navigator', browser)
    const { api } = client(async () => {
      browser.onLine = !browser.onLine
      throw new TypeError('Failed to fetch')
    })
    expect(await api.call(listTags, {})).toEqual({ kind: 'unreachable', reason: 'unsent' })
    expect(await api.call(listTags, {})).toEqual({ kind: 'unreachable', reason: 'network' })
    vi.unstubAllGlobals()
  })
})

const refusedWithRetryAfter = (header: string) =>
  respondingWith(() =>
    json({ error: { code: 'UNAVAILABLE', message: '' } }, 503, { 'retry-after': header }),
  ).api.call(listTags, {})

describe('an error response', () => {
  it('is read with code, fields and Retry-After', async () => {
    const fields = [{ path: 'email', code: 'email_invalid', message: 'Please enter a valid email address' }]
    const { api } = respondingWith(() =>
      json({ error: { code: 'VALIDATION_FAILED', message: 'No', fields } }, 422, { 'retry-after': '3' }),
    )
    expect(await api.call(sendSupportMessage, { body: MESSAGE })).toEqual({
      kind: 'refused',
      status: 422,
      code: 'VALIDATION_FAILED',
      message: 'No',
      fields,
      retryAfterMs: 3000,
    })
  })

  it('reads Retry-After as a date, and caps it at an hour', async () => {
    expect(await refusedWithRetryAfter('Mon, 15 Jun 2026 00:00:20 GMT')).toMatchObject({
      retryAfterMs: 20_000,
    })
    expect(await refusedWithRetryAfter('999999999')).toMatchObject({ retryAfterMs: 3_600_000 })
    expect(await refusedWithRetryAfter('soon')).toMatchObject({ retryAfterMs: undefined })
  })

  it('maps unknown error codes by their status, and reads fields with an unknown code as invalid', async () => {
    const { api } = respondingWith(() =>
      json(
        { error: { code: 'E_TEAPOT', message: 'x', fields: [{ path: 'title', code: 'odd' }, 'odd'] } },
        404,
      ),
    )
    expect(await api.call(listTags, {})).toMatchObject({
      code: 'NOT_FOUND',
      isCodeGuessed: true,
      fields: [{ path: 'title', code: 'invalid', message: '' }],
    })
  })

  it('reads data.error in a 2xx (rules 7.1)', async () => {
    const { api } = respondingWith(() =>
      json({ data: { error: { code: 'VALIDATION_FAILED', message: 'No' } } }),
    )
    expect(await api.call(sendSupportMessage, { body: MESSAGE })).toMatchObject({
      kind: 'refused',
      code: 'VALIDATION_FAILED',
    })
  })

  it('takes data.error in a 2xx without a code of ours for a refusal, which is not sent again', async () => {
    const { api } = respondingWith(() => json({ data: { error: { message: 'Duplicate' } } }))
    const outcome = await api.call(sendSupportMessage, { body: MESSAGE })
    expect(outcome).toMatchObject({ kind: 'refused', status: 200, message: 'Duplicate' })
    expect(nextStep(outcome, 1, 0)).toEqual({ do: 'needs-attention' })
  })
})

describe('timeouts', () => {
  it('abort after 30 s, or by the caller’s signal', async () => {
    const { api, clock, network } = respondingWith(() => json({}))
    network.next('hang', 'hang')
    const slow = api.call(listTags, {})
    await network.whenHanging()
    clock.advance(29_999)
    clock.advance(1)
    expect(await slow).toEqual({ kind: 'unreachable', reason: 'timeout' })

    const controller = new AbortController()
    const dropped = api.call(listTags, {}, { signal: controller.signal })
    await network.whenHanging()
    controller.abort()
    expect(await dropped).toEqual({ kind: 'unreachable', reason: 'aborted' })
    expect(clock.pending()).toBe(0)
  })

  it('abort a response that stops in the middle', async () => {
    const reading = deferred<void>()
    const body = new ReadableStream({ pull: () => reading.resolve() }, { highWaterMark: 0 })
    const { api, clock } = respondingWith(() => new Response(body))
    const firstByteTimeout = vi.fn()
    const stuck = api.call(listTags, {}, { onFirstByteTimeout: { afterMs: 4000, notify: firstByteTimeout } })
    await reading.promise
    clock.advance(29_999)
    clock.advance(1)
    expect(await stuck).toEqual({ kind: 'unreachable', reason: 'timeout' })
    expect(firstByteTimeout, 'there was a byte').not.toHaveBeenCalled()
  })

  it('notify of 4 s without a byte, and go on waiting for the late response', async () => {
    const { api, clock, network } = respondingWith(() => json({ data: { items: [TAG] } }))
    network.next('late')
    const firstByteTimeout = deferred<void>()
    const call = api.call(
      listTags,
      {},
      { onFirstByteTimeout: { afterMs: 4000, notify: () => firstByteTimeout.resolve() } },
    )
    await network.whenHanging()
    clock.advance(4000)
    await firstByteTimeout.promise
    network.release()
    expect(await call).toEqual({ kind: 'ok', status: 200, data: { items: [TAG] } })
    expect(clock.pending()).toBe(0)
  })
})

const token = (text: string): TokenResult => ({ kind: 'token', token: text })
const source = (first: TokenResult, renewed: TokenResult = { kind: 'none' }) => ({
  token: vi.fn(async () => first),
  renew: vi.fn<TokenSource['renew']>(async () => renewed),
})
const onlyAccepts =
  (good: string): Serve =>
  async ({ headers }) =>
    headers['authorization'] === `Bearer ${good}` || headers['authorization'] === undefined
      ? json({ data: { id: 'x', title: 't', status: 'ON_REVIEW' } }, 201)
      : json({ error: { code: 'UNAUTHENTICATED', message: '' } }, 401)

describe('access tokens', () => {
  it('are renewed once when they are refused', async () => {
    const tokens = source(token('old'), token('new'))
    const { api, network } = client(onlyAccepts('new'), tokens)
    expect(await api.call(submitEvent, SUBMISSION)).toMatchObject({ kind: 'ok' })
    expect(tokens.renew).toHaveBeenCalledExactlyOnceWith('old')
    expect(network.log).toHaveLength(2)
  })

  it('are not renewed again when the renewed one is refused too', async () => {
    const { api, network } = client(onlyAccepts('other'), source(token('old'), token('new')))
    expect(await api.call(submitEvent, SUBMISSION)).toMatchObject({
      kind: 'refused',
      code: 'UNAUTHENTICATED',
    })
    expect(network.log).toHaveLength(2)
  })

  it('are left out when nobody is signed in, or by option', async () => {
    const { api } = client(onlyAccepts('new'), source({ kind: 'none' }))
    expect(await api.call(submitEvent, SUBMISSION)).toMatchObject({ kind: 'ok' })
    const { api: signedIn } = client(onlyAccepts('new'), source(token('bad')))
    expect(await signedIn.call(submitEvent, SUBMISSION, { auth: 'none' })).toMatchObject({ kind: 'ok' })
  })
})

const MESSAGE = {
  first_name: 'Ana',
  last_name: 'Silva',
  email: 'ana@example.com',
  topic: 'Feedback',
  message: 'Thank you',
} as const

const SUBMISSION = {
  body: {
    title: 'Sunset Sessions',
    description: 'Three bands on the beach',
    email: 'ana@example.com',
    location_name: 'Praia do Sul',
    latitude: 38.9,
    longitude: -9.4,
    tag_keys: ['music'],
    timetable: { list: [] },
  },
}
