import type { Push } from './push-sender'

/** Apple takes no more (413 otherwise). */
const MAX_PAYLOAD_BYTES = 4096
const ELLIPSIS = '…'

/** The body of Apple's request. A text that is too long for it is cut, so that the message arrives at all. */
export function pushPayload({ title, body, data }: Pick<Push, 'title' | 'body' | 'data'>): string {
  const write = (text: string) =>
    JSON.stringify({ ...data, aps: { alert: { title, body: text }, sound: 'default' } })
  const whole = write(body)
  if (Buffer.byteLength(whole) <= MAX_PAYLOAD_BYTES) return whole
  // By characters, not by bytes: half a character is none.
  const characters = [...body]
  let [fits, tooMany] = [0, characters.length]
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2)
    const text = characters.slice(0, middle).join('') + ELLIPSIS
    if (Buffer.byteLength(write(text)) <= MAX_PAYLOAD_BYTES) fits = middle
    else tooMany = middle
  }
  return write(characters.slice(0, fits).join('') + ELLIPSIS)
}
