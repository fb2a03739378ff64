import { mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readOrCreateSecret } from '@/server/start-server'

let dataDir: string
beforeEach(async () => void (dataDir = await mkdtemp(join(tmpdir(), 'events-secret-'))))
afterEach(() => rm(dataDir, { recursive: true }))

it('is one for all servers that start together, and for those after them', async () => {
  const secrets = await Promise.all(Array.from({ length: 40 }, () => readOrCreateSecret(dataDir)))
  expect(new Set([...secrets, await readOrCreateSecret(dataDir)]).size).toBe(1)
  expect(secrets[0]).toHaveLength(43)
})

it('is its owner’s alone, and nothing else is left behind', async () => {
  const secret = await readOrCreateSecret(dataDir)
  expect(await readdir(dataDir)).toEqual(['jwt-secret'])
  expect(await readFile(join(dataDir, 'jwt-secret'), 'utf8')).toBe(secret)
  expect((await stat(join(dataDir, 'jwt-secret'))).mode & 0o777).toBe(0o600)
})

it('is not made anew over one that is damaged: everybody would be signed out without a word', async () => {
  await writeFile(join(dataDir, 'jwt-secret'), 'short')
  await expect(readOrCreateSecret(dataDir)).rejects.toThrow('damaged')
})
