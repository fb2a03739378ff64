import { expect, it } from 'vitest'
import { createReadLimit } from './read-limit'

it('lets some read, some wait, and asks the others to retry', async () => {
  const limitReads = createReadLimit(3)
  const finish: (() => void)[] = []
  const read = () => limitReads(() => new Promise<void>((resolve) => finish.push(resolve)))
  const reads = Array.from({ length: 12 }, read)
  const outcomes = Promise.allSettled(reads)
  await expect(reads[11]).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    details: { retryAfterSeconds: 2 },
  })
  expect(finish).toHaveLength(8)
  for (let done = 0; done < 11; done += 1) {
    finish[done]?.()
    await reads[done]
  }
  expect((await outcomes).filter(({ status }) => status === 'fulfilled')).toHaveLength(11)
})
