import { readFileSync, readdirSync } from 'node:fs'
import { expect, it } from 'vitest'

const ROWS = readFileSync('docs/security.md', 'utf8')
  .split('\n')
  .filter((line) => /^\| \d+\.\d/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, requirement = '', kept = '', tests = '']) => ({ requirement, kept, tests }))

const FILES = ['src', 'tests', 'e2e'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => `/${folder}/${path}`),
)

/** The table names a file by the end of its path, or a folder. */
const isNamed = (path: string) =>
  FILES.some(
    (file) => file === path || ['', '.ts', '.tsx'].some((ending) => file.endsWith(`/${path}${ending}`)),
  )

/** `http/limits`, `src/domain/accounts/permission`: with a folder, and no variable, call or value. */
const MODULE = /`((?:[a-z-]+\/)+[a-z-]+)`/g

it('the table of security names modules that are there', () => {
  const missing = ROWS.flatMap(({ requirement, kept }) =>
    [...kept.matchAll(MODULE)]
      .map(([, path = '']) => path)
      .filter((path) => !isNamed(path))
      .map((path) => `${requirement}: ${path}`),
  )
  expect(missing).toEqual([])
})

it('the table of security names tests that are there', () => {
  const missing = ROWS.flatMap(({ requirement, tests }) =>
    tests
      .split(/[,;] */)
      .filter((test) => test !== '' && !test.startsWith('`npm '))
      .filter((test) => !isNamed(test) && !isNamed(`${test}.test`))
      .map((test) => `${requirement}: ${test}`),
  )
  expect(missing).toEqual([])
})

it('every requirement of the table is kept somewhere, does not apply, or says that it is not kept', () => {
  expect(ROWS.length).toBeGreaterThan(100)
  expect(ROWS.filter(({ kept }) => kept === '')).toEqual([])
})
