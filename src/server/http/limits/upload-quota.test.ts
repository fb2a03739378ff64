import { describe, expect, it } from 'vitest'
import { networksOf } from './network-of'
import { createUploadQuota } from './upload-quota'

const MB = 1024 * 1024
const refusal = expect.objectContaining({ code: 'TOO_MANY_REQUESTS' })

describe('uploads that nothing names', () => {
  it('of one network may wait up to so many bytes, whatever those of others are', () => {
    const quota = createUploadQuota()
    const mine = networksOf('198.51.100.7')
    for (let number = 0; number < 7; number += 1) quota.add(`mine ${number}`, 10 * MB, mine)
    expect(() => quota.assertRoom(mine)).toThrow(refusal)
    expect(() => quota.assertRoom(networksOf('203.0.113.7'))).not.toThrow()
    quota.remove('mine 0')
    expect(() => quota.assertRoom(mine)).not.toThrow()
  })

  it('of neighbours count together, further on', () => {
    const quota = createUploadQuota()
    for (let host = 1; host <= 13; host += 1)
      quota.add(`of ${host}`, 10 * MB, networksOf(`198.51.100.${host}`))
    expect(() => quota.assertRoom(networksOf('198.51.100.99'))).toThrow(refusal)
  })

  it('make room for a new one when there is none: the oldest go, and nobody is shut out', () => {
    const quota = createUploadQuota(30 * MB)
    for (const [number, name] of ['oldest', 'older', 'newest'].entries())
      expect(quota.add(name, 10 * MB, networksOf(`10.0.${number}.1`))).toEqual([])
    expect(quota.add('next', 15 * MB, networksOf('10.0.9.1'))).toEqual(['oldest', 'older'])
    expect(quota.add('another', 1 * MB)).toEqual([])
  })

  it('that are tiny count as what a file costs', () => {
    const quota = createUploadQuota(MB)
    const evicted = Array.from({ length: 17 }, (_, number) => quota.add(`tiny ${number}`, 3))
    expect(evicted.flat()).toEqual(['tiny 0'])
  })
})
