import { expect, it } from 'vitest'
import { createReadLimit } from './read-limit'

function slowReads(maxWaiting: Parameters<typeof createReadLimit>[0]) {
  const limitReads = createReadLimit(maxWaiting)
  const finish: (() => void)[] = []
  const read = (ip: string) => limitReads({ ip }, () => new Promise<void>((resolve) => finish.push(resolve)))
  return { finish, read }
}

const REFUSED = { code: 'UNAVAILABLE', details: { retryAfterSeconds: 2 } }

it('lets some read, some wait, and asks the others to retry', async () => {
  const { finish, read } = slowReads({ all: 3, ofNetwork: 20 })
  const reads = Array.from({ length: 12 }, (_, at) => read(`192.0.2.${at}`))
  const outcomes = Promise.allSettled(reads)
  await expect(reads[11]).rejects.toMatchObject(REFUSED)
  expect(finish).toHaveLength(8)
  for (let done = 0; done < 11; done += 1) {
    finish[done]?.()
    await reads[done]
  }
  expect((await outcomes).filter(({ status }) => status === 'fulfilled')).toHaveLength(11)
})

it('leaves room to others when one network asks for all of it', async () => {
  const { finish, read } = slowReads({ all: 20, ofNetwork: 2 })
  const reads = Array.from({ length: 11 }, () => read('192.0.2.1'))
  const outcomes = Promise.allSettled(reads)
  const other = read('192.0.2.2')
  await expect(reads[10]).rejects.toMatchObject(REFUSED)
  for (let done = 0; done < 11; done += 1) {
    finish[done]?.()
    await (reads[done] === reads[10] ? other : reads[done])
  }
  expect((await outcomes).filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
})
