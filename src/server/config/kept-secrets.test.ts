import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isKeyPair, newVapidKeys, readOrCreateSecret, readOrCreateVapidKeys } from './kept-secrets'

let dataDir: string
beforeEach(async () => void (dataDir = await mkdtemp(join(tmpdir(), 'events-secrets-'))))
afterEach(() => rm(dataDir, { recursive: true }))

describe.each([
  { file: 'jwt-secret', read: readOrCreateSecret, damaged: ['short'] },
  {
    file: 'vapid-keys',
    read: async (dir: string) => JSON.stringify(await readOrCreateVapidKeys(dir)),
    damaged: ['short', `${newVapidKeys().publicKey}\n${newVapidKeys().privateKey}\n`],
  },
])('the secret in $file', ({ file, read, damaged }) => {
  it('is one for all servers that start together, and its owner’s alone', async () => {
    const secrets = await Promise.all(Array.from({ length: 20 }, () => read(dataDir)))
    expect(new Set([...secrets, await read(dataDir)]).size).toBe(1)
    expect(await readdir(dataDir)).toEqual([file])
    expect((await stat(join(dataDir, file))).mode & 0o777).toBe(0o600)
  })

  it('is not made anew over one that is damaged: what it stood for would end without a word', async () => {
    for (const text of damaged) {
      await writeFile(join(dataDir, file), text)
      await expect(read(dataDir)).rejects.toThrow('damaged')
    }
  })
})

it('keys that are made are a pair, also with leading zeros', () => {
  for (let round = 0; round < 600; round += 1) expect(isKeyPair(newVapidKeys())).toBe(true)
})
