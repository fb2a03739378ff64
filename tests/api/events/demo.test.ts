import { describe, expect, it } from 'vitest'

import { createTestDatabase } from '@tests/support/server/database'

import { loadDemo } from '@/server/demo/load-demo'
import { events, tags } from '@/server/platform/database/schema'

describe('the demonstration programme', () => {
  it('does not change a database that has data', async () => {
    const { db, close } = await createTestDatabase()
    await db.insert(tags).values({ id: crypto.randomUUID(), key: 'own', name: 'Own' })
    await loadDemo(db, 1_800_000_000)
    expect(await db.select().from(events)).toEqual([])
    await close()
  })
})
