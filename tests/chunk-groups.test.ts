import { readFileSync, readdirSync } from 'node:fs'
import { expect, it } from 'vitest'

it('chunk groups name modules that exist: that of a renamed one would be empty, and nobody would notice', () => {
  const source = readFileSync('tools/bundle/chunk-groups.ts', 'utf8')
  const modules = readdirSync('src', { recursive: true, encoding: 'utf8' })
  const beginnings = [...source.matchAll(/'((?:client|offline|domain|contract|messages|site)\/[^']+)'/g)].map(
    ([, beginning = '']) => beginning,
  )
  expect(beginnings.length).toBeGreaterThan(20)
  const empty = beginnings.filter((beginning) => !modules.some((module) => module.startsWith(beginning)))
  expect(empty).toEqual([])
})
