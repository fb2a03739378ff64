import { randomBytes } from 'node:crypto'

let lastMs = 0
let counter = 0

/**
 * A UUID version 7 (RFC 9562, 5.7, method 1): ids that are made one after another sort in that order, also within a millisecond. It is for
 * rows whose `created_at` counts whole seconds. The clock decides between several processes.
 */
export function timeOrderedId(nowMs = Date.now()): string {
  // A clock that is set back, or a counter that is full, goes on from the last id.
  if (nowMs > lastMs) [lastMs, counter] = [nowMs, 0]
  else counter += 1
  if (counter > 0xf_ff) [lastMs, counter] = [lastMs + 1, 0]
  const random = randomBytes(8)
  random[0] = ((random[0] ?? 0) & 0x3f) | 0x80
  const hex = `${lastMs.toString(16).padStart(12, '0')}7${counter.toString(16).padStart(3, '0')}${random.toString('hex')}`
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
