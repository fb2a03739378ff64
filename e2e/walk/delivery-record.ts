import type { IncomingMessage, ServerResponse } from 'node:http'

/** The record of the device's deliveries on their way: each of an event or a message under an idempotency key. */
export interface DeliveryRecord {
  /** Texts of which a delivery has at least begun. */
  readonly tried: ReadonlySet<string>
  /** Texts of which the device was sent the server's acknowledgement. */
  readonly acknowledged: ReadonlySet<string>
  /** Pairs of texts that were being delivered at the same time: two senders. */
  readonly overlaps: readonly (readonly [string, string])[]
  /** Texts whose photo travelled with what the camera noted in it (EXIF): perhaps where it was taken. */
  readonly withCameraData: ReadonlySet<string>
}

const UPLOAD = /^\/api\/v1\/uploads\/([0-9a-f]{64})$/
/** A closed connection is noticed a moment later than the next one is opened. */
const GRACE_MS = 1000

interface OpenDelivery {
  text: string
  /** Whether its sender was killed: whatever is still open is nobody's. */
  isOrphan: boolean
}

export function createDeliveryRecord() {
  const tried = new Set<string>()
  const acknowledged = new Set<string>()
  const withCameraData = new Set<string>()
  const overlaps: [string, string][] = []
  const open = new Set<OpenDelivery>()
  /** Uploads by their names. */
  const uploads = new Map<string, Buffer>()

  return {
    record: { tried, acknowledged, overlaps, withCameraData } satisfies DeliveryRecord,
    /** Called once a call has arrived whole. */
    begin(request: IncomingMessage, response: ServerResponse, body: Buffer): void {
      const { 1: upload } = UPLOAD.exec(request.url ?? '') ?? []
      if (upload !== undefined) uploads.set(upload, body)
      const delivered = readDelivery(request, body)
      if (delivered === undefined) return
      const { text } = delivered
      const photo =
        typeof delivered.photo === 'string'
          ? Buffer.from(delivered.photo, 'base64')
          : uploads.get(delivered.photo?.upload ?? '')
      tried.add(text)
      if (photo?.includes('Exif\0\0') === true) withCameraData.add(text)
      const delivery = { text, isOrphan: false }
      for (const other of open)
        setTimeout(() => {
          if (open.has(other) && !other.isOrphan) overlaps.push([other.text, text])
        }, GRACE_MS).unref()
      open.add(delivery)
      response.on('close', () => open.delete(delivery))
    },
    /** The server's own response has been passed on whole. */
    passedOn(request: IncomingMessage, status: number, body: Buffer): void {
      const delivered = readDelivery(request, body)
      if (delivered !== undefined && status >= 200 && status < 300) acknowledged.add(delivered.text)
    },
    /** A sender was killed. */
    orphan(): void {
      for (const delivery of open) delivery.isOrphan = true
    },
  }
}

interface Delivered {
  text: string
  photo: string | { upload: string } | undefined
}

function readDelivery({ method, url, headers }: IncomingMessage, body: Buffer): Delivered | undefined {
  const isDelivery =
    method === 'POST' &&
    (url === '/api/v1/events' || url === '/api/v1/contact-form') &&
    headers['idempotency-key'] !== undefined
  if (!isDelivery) return undefined
  const { title, message, photo } = JSON.parse(body.toString()) as {
    title?: string
    message?: string
    photo?: string | { upload: string }
  }
  return { text: title ?? message ?? '', photo }
}
