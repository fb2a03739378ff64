import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { describe, expect, it } from 'vitest'
import type { Session } from '@/contract/auth'
import { memoryStorage } from '@tests/support/offline-phone'
import { createSessionStore } from './session-store'

function sessionOf(serial: number): Session {
  return {
    access_token: { token: `access-${serial}`, expires_at: 1_800_000_000 + serial },
    refresh_token: { token: `refresh-${serial}`, expires_at: 1_900_000_000 },
    user: { id: 'ana', email: 'ana@example.com', name: 'Ana', role: 'USER' },
  }
}

async function signedIn() {
  const database = { indexedDB: new IDBFactory(), IDBKeyRange }
  const storage = memoryStorage()
  const store = createSessionStore({ storage, database })
  await store.write(sessionOf(1))
  return { store, storage, worker: createSessionStore({ database }) }
}

/** Lets the other side get on by so many turns of the event loop. */
async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

// The sign-out comes at each moment of what the other side does.
describe.each(Array.from({ length: 8 }, (_, turn) => turn))('signing out %i turns later', (later) => {
  it('is not undone by a refresh that is being stored', async () => {
    const { store, storage, worker } = await signedIn()
    const refreshed = store.replace('refresh-1', sessionOf(2))
    await turns(later)
    await Promise.all([refreshed, store.clear()])
    expect([...storage.values.keys()]).toEqual([])
    expect(await store.read()).toBeUndefined()
    expect(await worker.read()).toBeUndefined()
  })
})
