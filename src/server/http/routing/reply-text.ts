import { setImmediate } from 'node:timers/promises'
import type { Schema } from '@/contract/endpoint'

/** The rows of a slice, which take some milliseconds to validate and write. */
const SLICE = 200

/**
 * The JSON text of a reply, validated. A long list is validated and written in slices, between which other requests are served: the
 * programme of 10,000 events takes a third of a second. Throws for what the contract does not allow.
 */
export async function replyText(name: string, schema: Schema, reply: unknown): Promise<string> {
  const validated = (part: unknown): unknown => {
    const result = schema.safeParse(part)
    if (!result.success)
      throw new Error(`${name} replied what the contract does not allow`, { cause: result.error })
    return result.data
  }
  if (!isLongList(reply)) return JSON.stringify({ data: validated(reply) })
  const { items } = reply
  const texts: string[] = []
  let rest: object = {}
  for (let start = 0; start < items.length; start += SLICE) {
    const part = validated({ ...reply, items: items.slice(start, start + SLICE) })
    const { items: some, ...others } = part as { items: unknown[] }
    texts.push(JSON.stringify(some).slice(1, -1))
    rest = others
    await setImmediate()
  }
  const after = JSON.stringify(rest).slice(1)
  return `{"data":{"items":[${texts.join(',')}]${after === '}' ? '' : ','}${after}}`
}

function isLongList(reply: unknown): reply is { items: unknown[] } {
  return (
    typeof reply === 'object' &&
    reply !== null &&
    'items' in reply &&
    Array.isArray(reply.items) &&
    reply.items.length > SLICE
  )
}
