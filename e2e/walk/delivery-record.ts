import type { IncomingMessage, ServerResponse } from 'node:http'

/** The record of the device's deliveries on their way: each of an event or a message under an idempotency key. */
export interface DeliveryRecord {
  /** Texts of which a delivery has at least begun. */
  readonly tried: ReadonlySet<string>
  /** Texts of which the device was sent the server's acknowledgement. */
  readonly acknowledged: ReadonlySet<string>
  /** Texts that were being delivered twice at the same time. */
  readonly overlaps: readonly string[]
}

/** A closed connection is noticed a moment later than the next one is opened. */
const GRACE_MS = 1000

export function createDeliveryRecord() {
  const tried = new Set<string>()
  const acknowledged = new Set<string>()
  const overlaps: string[] = []
  const open = new Set<{ text: string }>()

  return {
    record: { tried, acknowledged, overlaps } satisfies DeliveryRecord,
    /** Called once a call has arrived whole. */
    begin(request: IncomingMessage, response: ServerResponse, body: Buffer): void {
      const text = textIn(request, body)
      if (text === undefined) return
      tried.add(text)
      for (const other of open)
        setTimeout(() => {
          if (open.has(other) && other.text === text) overlaps.push(text)
        }, GRACE_MS).unref()
      const delivery = { text }
      open.add(delivery)
      response.on('close', () => open.delete(delivery))
    },
    /** The server's own response has been passed on whole. */
    passedOn(request: IncomingMessage, status: number, body: Buffer): void {
      const text = textIn(request, body)
      if (text !== undefined && status >= 200 && status < 300) acknowledged.add(text)
    },
    /** A sender was killed: whatever is still open is nobody's. */
    orphan: () => open.clear(),
  }
}

function textIn({ method, url, headers }: IncomingMessage, body: Buffer): string | undefined {
  const isDelivery =
    method === 'POST' &&
    (url === '/api/v1/events' || url === '/api/v1/contact-form') &&
    headers['idempotency-key'] !== undefined
  if (!isDelivery) return undefined
  const { title, message } = JSON.parse(body.toString()) as { title?: string; message?: string }
  return title ?? message ?? ''
}
