import { setImmediate } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { DEFAULTS, NOW } from './import.fixture'
import type { PreviewTask } from '@/server/modules/import/mapping/preview-rows'
import { ReaderBusyError, createSourceReader } from './source-reader'
import type { SourceReader } from './source-reader'

const TIMEOUT_MS = 60_000

const taskOf = (text: string): PreviewTask => ({
  bytes: Buffer.from(text),
  defaults: DEFAULTS,
  nowSeconds: NOW,
  tags: [],
  imported: [],
  places: [],
})
const small = taskOf('Title,Date\nConcert by the sea,2026-07-01\n')
/** Five megabytes of one event: honest programs write none such, and no check refuses it. */
const heavy = taskOf(`UID,Title,Date\n${'1,Concert by the sea,2026-07-01\n'.repeat(160_000)}`)

let reader: SourceReader
/** Called when the process has begun with its first calendar. */
let onReady = () => {}
afterEach(async () => {
  onReady = () => {}
  await reader.stop()
})

function start(limits: Parameters<typeof createSourceReader>[1] = {}): void {
  // A busy machine takes its time.
  const patient = { maxMs: TIMEOUT_MS, maxWaitMs: TIMEOUT_MS, ...limits }
  reader = createSourceReader({ warn: () => {}, debug: () => onReady() }, patient)
}

describe('a calendar is read', { timeout: TIMEOUT_MS }, () => {
  it('in another process, which stays for the next', async () => {
    start()
    expect(await reader.preview(small)).toMatchObject({ items: [{ title: 'Concert by the sea' }] })
    const pid = reader.pid()
    expect(pid).not.toBe(process.pid)
    await reader.preview(small)
    expect(reader.pid()).toBe(pid)
  })

  it('no longer than it may, and then the process is ended', async () => {
    start({ maxMs: 50 })
    let pid = 0
    onReady = () => {
      pid = reader.pid() ?? 0
    }
    expect(await reader.preview(heavy)).toEqual({ trouble: 'too_slow' })
    await reader.stop()
    expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  })

  it('with no more memory than it may have, and the next is read', { tags: ['full'] }, async () => {
    start({ maxHeapMb: 48 })
    const [first, second] = await Promise.all([reader.preview(heavy), reader.preview(small)])
    expect(first).toEqual({ trouble: 'too_slow' })
    expect(second).toMatchObject({ items: [{ state: 'new' }] })
  })

  it('one after the other, and those that are too many are told to come again', async () => {
    start({ maxWaiting: 1 })
    const all = [reader.preview(small), reader.preview(small), reader.preview(small)]
    const outcomes = await Promise.allSettled(all)
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected'])
    expect(outcomes[2]).toMatchObject({ reason: expect.any(ReaderBusyError) })
  })

  it('by nobody who has waited too long', async () => {
    start({ maxWaitMs: -1 })
    await expect(reader.preview(small)).rejects.toThrow(ReaderBusyError)
  })

  it('not to its end when the server stops, and the process is gone', { tags: ['full'] }, async () => {
    start()
    await reader.preview(small)
    const pid = reader.pid() ?? 0
    const all = Promise.allSettled([reader.preview(heavy), reader.preview(small)])
    await setImmediate()
    await reader.stop()
    for (const outcome of await all) expect(outcome).toMatchObject({ reason: expect.any(ReaderBusyError) })
    expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  })
})
