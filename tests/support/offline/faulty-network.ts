import type { FastifyInstance } from 'fastify'

/** What somebody else responds in the server's place. */
const FALSE_RESPONSES = {
  /** A captive portal, with its page. */
  portal: () => html(200, '<h1>Welcome to Café Wi-Fi</h1>'),
  /** A portal that leads to its page, as `redirect: 'manual'` shows it. */
  redirect: () =>
    Object.defineProperties(new Response(null), {
      type: { value: 'opaqueredirect' },
      status: { value: 0 },
      ok: { value: false },
    }),
  /** A success that says nothing. */
  empty: () => Response.json({}),
  /** A proxy does not reach the server. */
  'bad-gateway': () => html(502, '<h1>502 Bad Gateway</h1>'),
  unavailable: () => errorResponse(503, 'UNAVAILABLE'),
  'too-many': () => errorResponse(429, 'TOO_MANY_REQUESTS'),
  unauthenticated: () => errorResponse(401, 'UNAUTHENTICATED'),
}

/** The faults that one request between a phone and the server can meet. */
export type Fault =
  /** The request is lost. */
  | 'drop-before'
  /** The server handles it; its response is lost. */
  | 'drop-after'
  /** The connection ends in the middle of the request's body. */
  | 'cut'
  /** The request arrives twice, as when a proxy tries again; the first response is lost. */
  | 'twice'
  /** The response never comes; the caller has to abort. */
  | 'hang'
  /** The server handles it; no response until the caller aborts. */
  | 'hang-after'
  /** The server handles it; its response is delayed until `release()`. */
  | 'late'
  | keyof typeof FALSE_RESPONSES

export type Serve = (request: {
  method: string
  url: string
  headers: Record<string, string>
  body?: string
  /** A body of bytes. */
  file?: Buffer
}) => Promise<Response>

export interface FaultyNetwork {
  fetch(url: string, init?: RequestInit): Promise<Response>
  /** Injects these faults into the next requests, one each; afterwards they go through. */
  next(...faults: (Fault | 'none')[]): void
  /** Removes all faults. */
  heal(): void
  /** While offline every request fails at once. */
  setOffline(isOffline: boolean): void
  /** Resolves as soon as a request is hanging; at once if one is. */
  whenHanging(): Promise<void>
  /** Delivers the late responses. */
  release(): void
  /** Requests that were made, as 'POST /api/v1/events'. */
  readonly log: string[]
}

/** `Retry-After` of the network's own error responses, seconds. */
export const FAULT_RETRY_AFTER = 7

/** Fault injection: a `fetch` over a server in the same process, with everything that beaches, cafés and tunnels do to it. */
export function faultyNetwork(serve: Serve): FaultyNetwork {
  const queue: (Fault | 'none')[] = []
  const log: string[] = []
  let isOffline = false
  const waits = new Set<{ release?: () => void }>()
  let releaseHanging: (() => void)[] = []

  /** Waits until the caller aborts; a late response waits until it is released. */
  function wait(signal: AbortSignal | null | undefined, isLate: boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiting = isLate ? { release: resolve } : {}
      waits.add(waiting)
      whenAborted(signal, (error) => {
        waits.delete(waiting)
        reject(error)
      })
      for (const release of releaseHanging) release()
      releaseHanging = []
    })
  }

  async function fetch(url: string, init: RequestInit = {}): Promise<Response> {
    const { pathname, search } = new URL(url, 'http://phone.test')
    const method = init.method ?? 'GET'
    if (isOffline) throw lost()
    log.push(`${method} ${pathname}`)
    const fault = queue.shift() ?? 'none'
    /** A caller that aborts gets its error at once, whatever the server goes on to do. */
    const reach = (body = init.body) =>
      new Promise<Response>((resolve, reject) => {
        whenAborted(init.signal, reject)
        serve({
          method,
          url: pathname + search,
          headers: { ...(init.headers as Record<string, string>), ...lengthOf(init.body) },
          ...(typeof body === 'string' ? { body } : {}),
          ...(body instanceof ArrayBuffer ? { file: Buffer.from(body) } : {}),
        }).then(resolve, reject)
      })
    if (fault in FALSE_RESPONSES) return FALSE_RESPONSES[fault as keyof typeof FALSE_RESPONSES]()
    if (fault === 'drop-before') throw lost()
    if (fault === 'hang') await wait(init.signal, false)
    const response = await reach(fault === 'cut' ? half(init.body) : init.body)
    if (fault === 'drop-after' || fault === 'cut') throw lost()
    if (fault === 'late' || fault === 'hang-after') await wait(init.signal, fault === 'late')
    return fault === 'twice' ? reach() : response
  }

  return {
    fetch,
    log,
    next: (...faults) => queue.push(...faults),
    heal() {
      queue.length = 0
      isOffline = false
      this.release()
    },
    setOffline(now) {
      isOffline = now
    },
    release() {
      for (const waiting of waits) {
        if (waiting.release === undefined) continue
        waits.delete(waiting)
        waiting.release()
      }
    },
    whenHanging: () =>
      waits.size > 0 ? Promise.resolve() : new Promise((resolve) => releaseHanging.push(resolve)),
  }
}

const lost = () => new TypeError('Failed to fetch')

function whenAborted(signal: AbortSignal | null | undefined, reject: (error: Error) => void): void {
  const onAbort = () => reject(new DOMException('Aborted', 'AbortError'))
  if (signal?.aborted === true) onAbort()
  signal?.addEventListener('abort', onAbort)
}

/** The header that a browser sends, also with a body that is cut off later. */
function lengthOf(body: RequestInit['body']): Record<string, string> {
  if (typeof body === 'string') return { 'content-length': String(Buffer.byteLength(body)) }
  return body instanceof ArrayBuffer ? { 'content-length': String(body.byteLength) } : {}
}

function half(body: RequestInit['body']): RequestInit['body'] {
  if (typeof body === 'string') return body.slice(0, body.length / 2)
  return body instanceof ArrayBuffer ? body.slice(0, body.byteLength / 2) : body
}

function html(status: number, body: string): Response {
  return new Response(body, { status, headers: { 'content-type': 'text/html' } })
}

function errorResponse(status: number, code: string): Response {
  const headers: Record<string, string> = status === 401 ? {} : { 'retry-after': String(FAULT_RETRY_AFTER) }
  return Response.json({ error: { code, message: code } }, { status, headers })
}

/** The real server behind the network, without a port. */
export function serveByInject(app: FastifyInstance, remoteAddress = '127.0.0.1'): Serve {
  return async ({ method, url, headers, body, file }) => {
    const payload = file ?? body
    const response = await app.inject({
      method: method as 'GET' | 'POST' | 'PUT',
      url,
      headers,
      remoteAddress,
      ...(payload === undefined ? {} : { payload }),
    })
    const flat = Object.entries(response.headers).map(([name, value]): [string, string] => [
      name,
      String(value),
    ])
    return new Response(response.rawPayload.byteLength === 0 ? null : new Uint8Array(response.rawPayload), {
      status: response.statusCode,
      headers: flat,
    })
  }
}
