import { expect, test } from 'vitest'
import { BATCH_MAX } from '@/contract/back-office/back-office-events'
import { sendInBatches } from './review'

const ids = Array.from({ length: BATCH_MAX * 2 + 1 }, (_, place) => `id-${place}`)

test('sends a long list in calls of no more than the server takes', async () => {
  const sent: string[][] = []
  const result = await sendInBatches(ids, async (some) => {
    sent.push(some)
    return { kind: 'ok', status: 200, data: { done: some.slice(1), failed: some.slice(0, 1) } }
  })
  expect(sent.map(({ length }) => length)).toEqual([BATCH_MAX, BATCH_MAX, 1])
  expect(sent.flat()).toEqual(ids)
  expect(result.failed).toEqual([ids[0], ids[BATCH_MAX], ids[BATCH_MAX * 2]])
  expect(result.done).toHaveLength(ids.length - 3)
  expect(result.error).toBeUndefined()
})

test('all of a call are done where the server says nothing of each', async () => {
  const result = await sendInBatches(ids, async () => ({ kind: 'ok', status: 200, data: undefined }))
  expect(result).toEqual({ done: ids, failed: [] })
})

test('is stopped between two calls, and says what is not done', async () => {
  let calls = 0
  const send = async (some: string[]) => {
    calls += 1
    return { kind: 'ok' as const, status: 200, data: { done: some, failed: [] } }
  }
  const result = await sendInBatches(ids, send, { isStopped: () => true })
  expect(calls).toBe(1)
  expect(result).toEqual({ done: ids.slice(0, BATCH_MAX), failed: ids.slice(BATCH_MAX), isStopped: true })
})

test('stops at a call that does not succeed, and says what is not done', async () => {
  let calls = 0
  const result = await sendInBatches(ids, async (some) => {
    calls += 1
    return calls === 1
      ? { kind: 'ok', status: 200, data: { done: some, failed: [] } }
      : { kind: 'unreachable', reason: 'network' }
  })
  expect(calls).toBe(2)
  expect(result).toEqual({
    done: ids.slice(0, BATCH_MAX),
    failed: ids.slice(BATCH_MAX),
    error: { kind: 'unreachable', reason: 'network' },
  })
})
