import { describe, expect, it } from 'vitest'
import { networksOf } from './network-of'
import { createUploadQuota } from './upload-quota'

const MB = 1024 * 1024

describe('uploads that nothing names', () => {
  it('of one network go, the oldest first, when too much of it waits; those of others stay', () => {
    const quota = createUploadQuota()
    expect(quota.add('of another', 10 * MB, networksOf('203.0.113.7'))).toEqual([])
    const evicted = Array.from({ length: 8 }, (_, number) =>
      quota.add(`mine ${number}`, 10 * MB, networksOf('198.51.100.7')),
    )
    expect(evicted).toEqual([[], [], [], [], [], [], ['mine 0'], ['mine 1']])
  })

  it('of neighbours count together, further on', () => {
    const quota = createUploadQuota()
    const evicted = Array.from({ length: 13 }, (_, host) =>
      quota.add(`of ${host}`, 10 * MB, networksOf(`198.51.100.${host}`)),
    )
    expect(evicted.flat()).toEqual(['of 0'])
  })

  it('make room for a new one when there is none: nobody is shut out', () => {
    const quota = createUploadQuota(30 * MB)
    for (const [number, name] of ['oldest', 'older', 'newest'].entries())
      expect(quota.add(name, 10 * MB, networksOf(`10.0.${number}.1`))).toEqual([])
    expect(quota.add('next', 15 * MB, networksOf('10.0.9.1'))).toEqual(['oldest', 'older'])
    expect(quota.add('found at the start', 1 * MB)).toEqual([])
  })

  it('that are tiny count as what a file costs', () => {
    const quota = createUploadQuota(MB)
    const evicted = Array.from({ length: 17 }, (_, number) => quota.add(`tiny ${number}`, 3))
    expect(evicted.flat()).toEqual(['tiny 0'])
  })

  it('count no more once they are named, here or by another server', () => {
    const quota = createUploadQuota(30 * MB)
    for (const name of ['named here', 'named elsewhere', 'here']) quota.add(name, 10 * MB)
    quota.remove('named here')
    quota.retain(new Set(['here']))
    expect(quota.add('next', 20 * MB)).toEqual([])
  })
})
