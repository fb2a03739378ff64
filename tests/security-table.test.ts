import { readFileSync, readdirSync } from 'node:fs'
import { expect, it } from 'vitest'

const ROWS = readFileSync('docs/security.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (?:control|-+) /.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, control = '', kept = '', tests = '']) => ({ control, kept, tests }))

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
  const missing = ROWS.flatMap(({ control, kept }) =>
    [...kept.matchAll(MODULE)]
      .map(([, path = '']) => path)
      .filter((path) => !isNamed(path))
      .map((path) => `${control}: ${path}`),
  )
  expect(missing).toEqual([])
})

it('the table of security names tests that are there', () => {
  const missing = ROWS.flatMap(({ control, tests }) =>
    tests
      .split(/[,;] */)
      .filter((test) => test !== '' && !test.startsWith('`npm '))
      .filter((test) => !isNamed(test) && !isNamed(`${test}.test`))
      .map((test) => `${control}: ${test}`),
  )
  expect(missing).toEqual([])
})

it('each control of the table is kept somewhere', () => {
  expect(ROWS.length).toBeGreaterThan(20)
  expect(ROWS.filter(({ kept }) => kept === '')).toEqual([])
})
