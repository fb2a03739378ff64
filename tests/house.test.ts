import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

/** What the house may hold. Whoever takes something away lowers its number; nobody raises one without saying why. */
const AT_MOST = {
  'product lines': 58_300,
  'product kB': 2_385,
  'product files': 460,
  'files for one neighbour': 40,
  'product lines over 120 characters': 800,
  'test lines': 45_000,
}
const MEDIAN_AT_LEAST = 100

const IS_TEST = /\.test\.|\.fixture\.|^tests\/|^e2e\//
const tracked = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).split('\n')
const files = tracked
  .filter((path) => /\.(?:tsx?|mjs|js|css)$/.test(path) && existsSync(path))
  .map((path) => ({ path, text: readFileSync(path, 'utf8'), lines: readFileSync(path, 'utf8').split('\n') }))
const product = files.filter(
  ({ path }) => path.startsWith('src/') && !IS_TEST.test(path) && !/\.gen\.|migrations\//.test(path),
)
const paths = new Set(files.map(({ path }) => path))
const lengthsOf = (some: typeof files) => some.map(({ lines }) => lines.length - 1).toSorted((a, b) => a - b)
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

/** Who imports each file, by a path from `src` or from beside it. */
const importers = new Map<string, Set<string>>()
for (const { path: from, text } of product)
  for (const [, named = ''] of text.matchAll(/(?:from|import)\s*\(?\s*['"]((?:\.|@\/)[^'"]+)['"]/g)) {
    const path = named.startsWith('@/') ? named.replace('@/', 'src/') : join(dirname(from), named)
    const file = ['', '.ts', '.tsx']
      .map((ending) => path.replace(/\.js$/, '') + ending)
      .find((one) => paths.has(one))
    if (file !== undefined) importers.set(file, (importers.get(file) ?? new Set()).add(from))
  }
const isForOneNeighbour = ({ path }: { path: string }) => {
  const [first = '', ...others] = importers.get(path) ?? []
  return others.length === 0 && dirname(first) === dirname(path)
}

const counts: typeof AT_MOST = {
  'product lines': sum(lengthsOf(product)),
  'product kB': Math.round(sum(product.map(({ text }) => text.length)) / 1000),
  'product files': product.length,
  'files for one neighbour': product.filter(isForOneNeighbour).length,
  'product lines over 120 characters': product.flatMap(({ lines }) =>
    lines.filter((line) => line.length > 120),
  ).length,
  'test lines': sum(lengthsOf(files.filter(({ path }) => IS_TEST.test(path)))),
}

it.each(Object.keys(AT_MOST) as (keyof typeof AT_MOST)[])('counts its %s', (what) => {
  expect(counts[what]).toBeLessThanOrEqual(AT_MOST[what])
})

it('has files of a length that is worth opening', () => {
  expect(lengthsOf(product)[product.length >> 1]).toBeGreaterThanOrEqual(MEDIAN_AT_LEAST)
})
