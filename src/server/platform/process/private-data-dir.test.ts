import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { keepDataDirPrivate } from './private-data-dir'

let parent: string
let dataDir: string
let warned: string[]
let umask: number
const log = { warn: (_facts: object, message?: string) => void warned.push(message ?? '') }
beforeEach(async () => {
  umask = process.umask()
  warned = []
  parent = await mkdtemp(join(tmpdir(), 'events-private-'))
  dataDir = join(parent, 'deep', 'data')
})
afterEach(async () => {
  process.umask(umask)
  await rm(parent, { recursive: true })
})

const modeOf = async (path: string) => (await stat(path)).mode & 0o7777

it('makes a directory that nobody else may enter, and so is whatever is made in it', async () => {
  await keepDataDirPrivate(dataDir, log)
  await mkdir(join(dataDir, 'photos'))
  await writeFile(join(dataDir, 'photos', 'one.jpg'), '')
  expect(await modeOf(dataDir)).toBe(0o700)
  expect(await modeOf(join(dataDir, 'photos'))).toBe(0o700)
  expect(await modeOf(join(dataDir, 'photos', 'one.jpg'))).toBe(0o600)
  expect(warned).toEqual([])
})

it('closes one that stood open', async () => {
  await mkdir(dataDir, { recursive: true })
  await chmod(dataDir, 0o2775)
  await keepDataDirPrivate(dataDir, log)
  expect(await modeOf(dataDir)).toBe(0o2700)
})

it('warns of one that is shared by design, and leaves it to the others', async () => {
  await mkdir(dataDir, { recursive: true })
  await chmod(dataDir, 0o1777)
  await keepDataDirPrivate(dataDir, log)
  expect(await modeOf(dataDir)).toBe(0o1777)
  expect(warned).toEqual(['other accounts of this machine may look into DATA_DIR'])
})
