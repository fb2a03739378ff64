import { afterEach, describe, expect, it } from 'vitest'
import type { PreviewTask } from '@/server/modules/import/mapping/preview-rows'
import { DEFAULTS, NOW } from './import.fixture'
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
afterEach(() => reader.stop())

function start(limits: Parameters<typeof createSourceReader>[1] = {}): void {
  // A busy machine takes its time.
  reader = createSourceReader({ warn: () => {} }, { maxMs: TIMEOUT_MS, ...limits })
}

describe('a calendar is read', { timeout: TIMEOUT_MS }, () => {
  it('no longer than it may, and the next is read', async () => {
    start({ maxMs: 50 })
    expect(await reader.preview(heavy)).toEqual({ trouble: 'too_slow' })
    start()
    expect(await reader.preview(small)).toMatchObject({ items: [{ title: 'Concert by the sea' }] })
  })

  it('with no more memory than it may have, and the next is read', async () => {
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

  it('not to its end when the server stops', async () => {
    start()
    const all = Promise.allSettled([reader.preview(heavy), reader.preview(small)])
    await reader.stop()
    for (const outcome of await all) expect(outcome).toMatchObject({ reason: expect.any(ReaderBusyError) })
  })
})
