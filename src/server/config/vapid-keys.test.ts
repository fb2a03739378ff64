import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { isKeyPair, newVapidKeys, readOrCreateVapidKeys } from './config-values'

let dataDir: string
beforeEach(async () => void (dataDir = await mkdtemp(join(tmpdir(), 'events-vapid-'))))
afterEach(() => rm(dataDir, { recursive: true }))

it('is one pair for all servers that start together, and for those after them', async () => {
  const pairs = await Promise.all(Array.from({ length: 20 }, () => readOrCreateVapidKeys(dataDir)))
  const later = await readOrCreateVapidKeys(dataDir)
  expect(new Set([...pairs, later].map(({ publicKey }) => publicKey)).size).toBe(1)
  expect(isKeyPair(later)).toBe(true)
})

it('is its owner’s alone, and nothing else is left behind', async () => {
  await readOrCreateVapidKeys(dataDir)
  expect(await readdir(dataDir)).toEqual(['vapid-keys'])
  expect((await stat(join(dataDir, 'vapid-keys'))).mode & 0o777).toBe(0o600)
})

it('is not made anew over one that is damaged: browsers that allowed notifications would get none, without a word', async () => {
  const { publicKey } = newVapidKeys()
  for (const text of ['short', `${publicKey}\n${newVapidKeys().privateKey}\n`]) {
    await writeFile(join(dataDir, 'vapid-keys'), text)
    await expect(readOrCreateVapidKeys(dataDir)).rejects.toThrow('damaged')
  }
})
