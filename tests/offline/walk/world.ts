import { createHash } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { like } from 'drizzle-orm'
import { contactForms, events } from '@/server/platform/database/schema'
import { TEST_NOW, type TestApp } from '@tests/support/server/app'
import { type FaultyNetwork, faultyNetwork, serveByInject } from '@tests/support/offline/faulty-network'
import type { Content } from './device'

/** Two processes of one server on one database, of which one is up. */
export type Servers = readonly [TestApp, TestApp]

/** A row of the server; `photo` is the hash of the bytes that it was made of. Messages have no owner. */
export interface Row {
  text: string
  photo: string | undefined
  owner: string | null | undefined
}

export type World = ReturnType<typeof createWorld>

const FINAL_REFUSALS: ReadonlySet<number> = new Set([400, 403, 404, 409, 410, 413, 422])

/**
 * The server and the network, and a record of what each request said. Each has an address of its own, so that no limit is met for
 * what another has sent. `onRequest` is called as a request begins and as it ends.
 */
export function createWorld(servers: Servers, remoteAddress: string, onRequest: () => void) {
  let up = 0
  let restarts = 0
  const tried = new Set<string>()
  const arrived = new Set<string>()
  const refused = new Set<string>()
  const photos = new Map<string, string | undefined>()
  const underWay = new Map<string, number>()
  let mostOfOneEntry = 0
  const server = () => servers[up] ?? servers[0]
  for (const { clock } of servers) clock.set(TEST_NOW)

  const network = faultyNetwork(async (request) => {
    const then = restarts
    const response = await serveByInject(server().app, remoteAddress)(request)
    const key = request.headers['idempotency-key']
    if (key !== undefined && request.file === undefined) await note(key, request.body, response.clone())
    if (then !== restarts) throw new TypeError('Failed to fetch')
    return response
  })

  async function note(key: string, body: string | undefined, response: Response): Promise<void> {
    if (!response.ok) {
      const { error } = (await response.json()) as { error: { code: string } }
      const isFinal = FINAL_REFUSALS.has(response.status)
      if (isFinal && error.code !== 'UPLOAD_MISSING' && error.code !== 'REQUEST_IN_PROGRESS') refused.add(key)
      return
    }
    const { data } = (await response.json()) as { data: { id: string } }
    arrived.add(key)
    if (!photos.has(data.id)) photos.set(data.id, photoIn(body))
  }

  const fetch: FaultyNetwork['fetch'] = async (url, init = {}) => {
    const key = new Headers(init.headers).get('idempotency-key')
    if (key === null) return network.fetch(url, init)
    tried.add(key)
    underWay.set(key, (underWay.get(key) ?? 0) + 1)
    mostOfOneEntry = Math.max(mostOfOneEntry, underWay.get(key) ?? 0)
    onRequest()
    return network.fetch(url, init).finally(() => {
      underWay.set(key, (underWay.get(key) ?? 1) - 1)
      onRequest()
    })
  }

  return {
    network,
    /** What a device calls. */
    fetch,
    server,
    /** Whether a request under this key was made, got its row, was refused for good. */
    wasTried: (key: string) => tried.has(key),
    hasArrived: (key: string) => arrived.has(key),
    wasRefused: (key: string) => refused.has(key),
    mostOfOneEntry: () => mostOfOneEntry,
    pass(ms: number) {
      for (const { clock } of servers) clock.advance({ seconds: ms / 1000 })
    },
    /** What is under way gets no response; what was uploaded and not yet named is gone. */
    restart() {
      restarts += 1
      up = 1 - up
      server().clearCaches()
    },
    /** Removes uploads that no submission names yet. */
    async sweep() {
      const dir = join(server().dataDir, 'uploads')
      // One that is still arriving has another name.
      const uploads = (await readdir(dir)).filter((name) => /^[0-9a-f]{64}$/.test(name))
      await Promise.all(uploads.map((name) => rm(join(dir, name), { force: true })))
    },
    /** All rows whose text begins like this. */
    async rows(prefix: string): Promise<Row[]> {
      const { db } = server()
      const submitted = await db
        .select()
        .from(events)
        .where(like(events.title, `${prefix}%`))
      const messages = await db
        .select()
        .from(contactForms)
        .where(like(contactForms.message, `${prefix}%`))
      return [
        ...submitted.map(({ id, title, userId }) => ({ text: title, photo: photos.get(id), owner: userId })),
        ...messages.map(({ message }) => ({ text: message, photo: undefined, owner: undefined })),
      ]
    },
  }
}

export function textOf({ kind, payload }: Content): string {
  return kind === 'submitEvent' ? payload.title : payload.message
}

export const sha256 = (bytes: ArrayBuffer | Buffer) =>
  createHash('sha256')
    .update(bytes instanceof ArrayBuffer ? new Uint8Array(bytes) : bytes)
    .digest('hex')

/** The photo of a submission travels by itself and is named by its hash, or as base64. */
function photoIn(body: string | undefined): string | undefined {
  const { photo } = JSON.parse(body ?? '{}') as { photo?: string | { upload: string } | null }
  if (typeof photo === 'string') return sha256(Buffer.from(photo, 'base64'))
  return photo?.upload
}
