import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import { startCuttableServer } from '../support/cuttable-server'
import { createDeliveryRecord, type DeliveryRecord } from './delivery-record'
import { respondFalsely, type Fault } from './gateway-faults'

export interface FaultyGateway {
  /** The port on this machine where browsers reach it. */
  port: number
  /** Injects these faults into the next writing calls of the API, one each. */
  next(...faults: Fault[]): void
  /** While it is cut no request gets through. */
  setCut(isCut: boolean): void
  /** Removes all faults; what hangs is given up. */
  heal(): void
  /** The browser, or its worker, was killed. */
  senderKilled(): void
  /** Calls that reached it, with the fault that they met. */
  readonly log: string[]
  readonly deliveries: DeliveryRecord
  close(): Promise<void>
}

/**
 * Fault injection between a real browser, its service worker included, and the built product: a reverse proxy that loses, holds
 * and falsifies calls. What browsers offer for that does not reach a worker that starts with the browser.
 */
export async function startFaultyGateway(serverPort: number): Promise<FaultyGateway> {
  const queue: Fault[] = []
  const log: string[] = []
  const held = new Set<ServerResponse>()
  const deliveries = createDeliveryRecord()

  function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const isWrite = request.url?.startsWith('/api/v1/') === true && request.method !== 'GET'
    return isWrite ? serveWrite(request, response) : relay(request, response)
  }

  async function serveWrite(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const fault = queue.shift()
    log.push(`${request.method} ${request.url} ${fault ?? 'through'}`)
    const body = await bodyOf(request)
    deliveries.begin(request, response, body)
    switch (fault) {
      case undefined: {
        const { status, headers, bytes } = await fetched(request, request.headers, body)
        response.writeHead(status, headers).end(bytes, () => deliveries.passedOn(request, status, body))
        return
      }
      case 'drop-before':
        return void response.destroy()
      case 'drop-after':
        await fetched(request, request.headers, body)
        return void response.destroy()
      case 'cut':
        await cutOff(request, body)
        return void response.destroy()
      case 'hang-after':
        await fetched(request, request.headers, body)
        return void held.add(response)
      case 'hang':
        return void held.add(response)
      default:
        respondFalsely(response, fault)
    }
  }

  /** Lets half of the body reach the server. */
  async function cutOff(request: IncomingMessage, body: Buffer): Promise<void> {
    const upstream = call(request, request.headers)
    upstream.on('error', () => undefined)
    await new Promise<void>((resolve) => {
      upstream.write(body.subarray(0, body.length / 2), () => resolve())
    })
    upstream.destroy()
  }

  async function relay(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const upstream = call(request, request.headers)
    response.on('close', () => upstream.destroy())
    upstream.end()
    const [upstreamResponse] = (await once(upstream, 'response')) as [IncomingMessage]
    response.writeHead(upstreamResponse.statusCode ?? 502, upstreamResponse.headers)
    upstreamResponse.pipe(response)
  }

  /** Whether or not somebody still waits for it. */
  async function fetched(request: IncomingMessage, headers: IncomingMessage['headers'], body?: Buffer) {
    const upstream = call(request, headers)
    upstream.end(body)
    const [upstreamResponse] = (await once(upstream, 'response')) as [IncomingMessage]
    return {
      status: upstreamResponse.statusCode ?? 502,
      headers: upstreamResponse.headers,
      bytes: await bodyOf(upstreamResponse),
    }
  }

  const call = ({ method, url }: IncomingMessage, headers: IncomingMessage['headers']) =>
    httpRequest({ host: 'localhost', port: serverPort, method, path: url, headers })

  const dropHeld = () => {
    for (const response of held) response.destroy()
    held.clear()
  }
  const server = await startCuttableServer(serve)
  return {
    port: server.port,
    log,
    deliveries: deliveries.record,
    senderKilled: deliveries.orphan,
    next: (...faults) => void queue.push(...faults),
    setCut: server.setCut,
    heal() {
      queue.length = 0
      server.setCut(false)
      dropHeld()
    },
    async close() {
      dropHeld()
      await server.close()
    },
  }
}

async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of message) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
