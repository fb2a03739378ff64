import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, extname, join } from 'node:path'
import { bringBack, setAside } from '../../tools/build'
import { deferred } from '../../src/offline/platform/deferred'
import { startCuttableServer } from '../support/cuttable-server'
import { respondFalsely } from '../walk/gateway-faults'
import type { ClientBuild } from './client-builds'

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
}

/** These pages are the server's, as any file is. */
const FROM_SERVER = /^\/(?:api|photos|backoffice|docs|embed)(?:\/|$)|\.\w+$/

export interface Deployment {
  /** The port on this machine where browsers reach it. */
  port: number
  /** Serves this build from now on; the hashed files of those before stay as `tools/build` keeps them. */
  deploy(build: ClientBuild): Promise<void>
  setCut(isCut: boolean): void
  /** Decides about calls that write: held ones go on once this is set again. */
  setWrites(fate: 'through' | 'held' | 'lost'): void
  /** A captive portal responds for these files. */
  setPortal(paths: RegExp | undefined): void
  /** Writing calls that the server has received. */
  readonly writes: readonly string[]
  close(): Promise<void>
}

/**
 * A deployed guide whose client can be replaced while browsers use it: the files of a build, and for everything else the server of
 * today. Pages are empty shells, as a worker responds with them.
 */
export async function startDeployment(serverPort: number): Promise<Deployment> {
  const dist = await mkdtemp(join(tmpdir(), 'ericeira-deployed-'))
  const client = join(dist, 'client')
  const writes: string[] = []
  let writeFate: 'through' | 'held' | 'lost' = 'through'
  let held = deferred<void>()
  let portal: RegExp | undefined

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://localhost')
    if (portal?.test(url.pathname)) return respondFalsely(response, 'portal')
    const isNavigation = request.headers['sec-fetch-mode'] === 'navigate' && !FROM_SERVER.test(url.pathname)
    const path = isNavigation ? '/index.html' : url.pathname
    const bytes = await readFile(join(client, path)).catch(() => undefined)
    if (bytes === undefined && path.startsWith('/assets/')) return void response.writeHead(404).end()
    if (request.method !== 'GET' || bytes === undefined) return relay(request, response)
    response.writeHead(200, {
      'content-type': TYPES[extname(path)] ?? 'application/octet-stream',
      'content-length': bytes.byteLength,
      'cache-control': path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    })
    response.end(bytes)
  }

  async function relay(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const isWrite = request.method !== 'GET'
    if (isWrite && writeFate === 'lost') return void response.destroy()
    if (isWrite && writeFate === 'held') await held.promise
    const upstream = httpRequest(
      {
        host: 'localhost',
        port: serverPort,
        method: request.method,
        path: request.url,
        headers: request.headers,
      },
      (upstreamResponse) => {
        response.writeHead(upstreamResponse.statusCode ?? 502, upstreamResponse.headers)
        upstreamResponse.pipe(response)
      },
    )
    upstream.on('error', () => response.destroy())
    response.on('close', () => upstream.destroy())
    if (isWrite) writes.push(`${request.method} ${request.url}`)
    request.pipe(upstream)
  }

  const server = await startCuttableServer(serve)
  return {
    port: server.port,
    writes,
    async deploy(build) {
      await setAside(dist, Date.now())
      await rm(client, { recursive: true, force: true })
      for (const [path, bytes] of build) {
        await mkdir(dirname(join(client, path)), { recursive: true })
        await writeFile(join(client, path), bytes)
      }
      await bringBack(dist, Date.now())
    },
    setCut: server.setCut,
    setWrites(fate) {
      writeFate = fate
      held.resolve()
      held = deferred()
    },
    setPortal: (paths) => void (portal = paths),
    async close() {
      held.resolve()
      await server.close()
      await rm(dist, { recursive: true, force: true })
    },
  }
}
