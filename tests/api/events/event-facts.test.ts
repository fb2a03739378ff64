import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Activity } from '@/contract/back-office/back-office-overview'
import { byAdmin, edit } from '@tests/support/server/back-office'
import { call, publish } from '@tests/support/server/calls'
import { buildTestApp, type TestApp } from '@tests/support/server/app'

const FACTS = {
  audience: 'families' as const,
  access: ['step_free' as const, 'seating' as const],
  languages: ['pt' as const, 'en' as const],
}

let test: TestApp
beforeAll(async () => {
  test = await buildTestApp()
})
afterAll(() => test.close())

const read = async (id: string) => (await call(test, 'GET', `/events/${id}`)).data

describe('the facts of an event', () => {
  it('are what was submitted, each once and in one order, and absent where nothing is said', async () => {
    const id = await publish(test, { ...FACTS, access: ['seating', 'step_free', 'seating'] })
    expect(await read(id)).toMatchObject(FACTS)
    const silent = await read(await publish(test, { title: 'Silent', access: [] }))
    for (const field of Object.keys(FACTS)) expect(silent).not.toHaveProperty(field)
  })

  it('stay in an edit by a client that does not know them, and are taken back by name', async () => {
    const id = await publish(test, FACTS)
    expect((await edit(test, id, { title: 'Edited' })).data).toMatchObject({ title: 'Edited', ...FACTS })
    const cleared = await edit(test, id, { title: 'Edited', audience: null, access: [], languages: ['de'] })
    expect(cleared.data).toMatchObject({ languages: ['de'] })
    expect(cleared.data).not.toHaveProperty('audience')
    expect(cleared.data).not.toHaveProperty('access')
    const { data } = await byAdmin(test, 'GET', '/activities?action=event.edited')
    const [last] = (data as { items: Activity[] }).items
    expect(last?.details.changes?.map(({ field }) => field)).toEqual(['audience', 'access', 'languages'])
  })
})
