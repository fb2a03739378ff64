import { once } from 'node:events'
import { createServer, request as httpRequest } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

/** What can happen to one call between a browser and the server. */
export const FAULTS = [
  /** The call is lost. */
  'drop-before',
  /** The server handles it; its response is lost. */
  'drop-after',
  /** No response, until the caller gives up or the network heals. */
  'hang',
  /** The server handles it; no response. */
  'hang-after',
  /** A captive portal responds in the server's place. */
  'portal',
  'portal-redirect',
  /** A proxy does not reach the server. */
  'bad-gateway',
  /** A proxy sheds load, in its own words. */
  'unavailable',
  'too-many',
  'unauthenticated',
] as const
export type Fault = (typeof FAULTS)[number]

export interface FaultyGateway {
  /** Where browsers reach it, on this machine. */
  port: number
  /** Injects these faults into the next writing calls of the API, one each. */
  next(...faults: Fault[]): void
  /** Nothing gets through. */
  setCut(isCut: boolean): void
  /** Removes all faults; what hangs is given up. */
  heal(): void
  /** Serves another worker script from now on, as a new build does. */
  setBuild(build: number): void
  /** Calls that reached it, with the fault that they met. */
  readonly log: string[]
  close(): Promise<void>
}

/** Seconds that the gateway's own 503 and 429 ask to wait. */
const RETRY_AFTER = '1'

/**
 * Fault injection between a real browser, its service worker included, and the built product: a reverse proxy that loses, holds
 * and falsifies calls. What browsers offer for that does not reach a worker that starts with the browser.
 */
export async function startFaultyGateway(serverPort: number): Promise<FaultyGateway> {
  const queue: Fault[] = []
  const log: string[] = []
  const sockets = new Set<Socket>()
  const held = new Set<ServerResponse>()
  let isCut = false
  let build = 1

  const server = createServer((request, response) => {
    const isWrite = request.url?.startsWith('/api/v1/') === true && request.method !== 'GET'
    const fault = isWrite ? queue.shift() : undefined
    if (isWrite) log.push(`${request.method} ${request.url} ${fault ?? 'through'}`)
    void serve(request, response, fault).catch(() => response.destroy())
  })
  server.on('connection', (socket) => {
    if (isCut) return socket.destroy()
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  async function serve(
    request: IncomingMessage,
    response: ServerResponse,
    fault: Fault | undefined,
  ): Promise<void> {
    if (fault === undefined) return relay(request, response)
    const body = await bodyOf(request)
    switch (fault) {
      case 'drop-before':
        return void response.destroy()
      case 'drop-after':
        await relayed(request, body)
        return void response.destroy()
      case 'hang-after':
        await relayed(request, body)
        return void held.add(response)
      case 'hang':
        return void held.add(response)
      default:
        respond(response, fault)
    }
  }

  function relay(request: IncomingMessage, response: ServerResponse): void {
    const isWorker = request.url === '/sw.js'
    const upstream = httpRequest(
      {
        host: 'localhost',
        port: serverPort,
        method: request.method,
        path: request.url,
        headers: headersOf(request, isWorker),
      },
      (answer) => {
        if (!isWorker) {
          response.writeHead(answer.statusCode ?? 502, answer.headers)
          answer.pipe(response)
          return
        }
        const { 'content-length': _, etag: __, ...headers } = answer.headers
        response.writeHead(answer.statusCode ?? 502, headers)
        answer.on('end', () => response.end(`\n// build ${build}`))
        answer.pipe(response, { end: false })
      },
    )
    upstream.on('error', () => response.destroy())
    response.on('close', () => upstream.destroy())
    request.pipe(upstream)
  }

  /** Whether or not somebody still waits for it. */
  function relayed(request: IncomingMessage, body: Buffer): Promise<void> {
    return new Promise((resolve, reject) => {
      const upstream = httpRequest(
        {
          host: 'localhost',
          port: serverPort,
          method: request.method,
          path: request.url,
          headers: headersOf(request, false),
        },
        (answer) => answer.resume().on('end', resolve),
      )
      upstream.on('error', reject)
      upstream.end(body)
    })
  }

  const dropAll = () => {
    for (const response of held) response.destroy()
    held.clear()
  }
  return {
    port: (server.address() as AddressInfo).port,
    log,
    next: (...faults) => void queue.push(...faults),
    setBuild: (next) => void (build = next),
    setCut(next) {
      isCut = next
      if (isCut) for (const socket of sockets) socket.destroy()
    },
    heal() {
      queue.length = 0
      isCut = false
      dropAll()
    },
    async close() {
      dropAll()
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** The worker's script comes whole and as it is: a line is added to it. */
function headersOf({ headers }: IncomingMessage, isWorker: boolean): IncomingMessage['headers'] {
  if (!isWorker) return headers
  const { 'if-none-match': _, 'if-modified-since': __, ...rest } = headers
  return { ...rest, 'accept-encoding': 'identity' }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

function respond(
  response: ServerResponse,
  fault: 'portal' | 'portal-redirect' | 'bad-gateway' | 'unavailable' | 'too-many' | 'unauthenticated',
): void {
  const html = { 'content-type': 'text/html' }
  switch (fault) {
    case 'portal':
      return void response.writeHead(200, html).end('<h1>Welcome to Café Wi-Fi</h1>')
    case 'portal-redirect':
      return void response.writeHead(302, { location: 'http://login.wifi.invalid/' }).end()
    case 'bad-gateway':
      return void response.writeHead(502, html).end('<h1>502 Bad Gateway</h1>')
    case 'unavailable':
      return void response.writeHead(503, { ...html, 'retry-after': RETRY_AFTER }).end('<h1>Busy</h1>')
    case 'too-many':
      return void response.writeHead(429, { ...html, 'retry-after': RETRY_AFTER }).end('<h1>Slow down</h1>')
    case 'unauthenticated': {
      const error = { code: 'UNAUTHENTICATED', message: 'Unauthenticated' }
      return void response
        .writeHead(401, { 'content-type': 'application/json' })
        .end(JSON.stringify({ error }))
    }
  }
}
