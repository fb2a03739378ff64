import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tags } from '@/server/platform/database/schema'
import { buildTestApp, type TestApp } from '@tests/support/server/app'
import { byAdmin } from '@tests/support/server/back-office'
import { publish, titles } from '@tests/support/server/calls'
import { weekly } from '@tests/support/server/timetables'

let test: TestApp
const ids: Record<string, string> = {}
beforeAll(async () => {
  test = await buildTestApp({ responseCacheMs: 0 })
  ids['fado'] = await publish(test, {
    title: 'Noite de São João',
    description: 'Sardinhas e guitarra na praça, 100% de graça.',
    location_name: 'Ribeira d’Ilhas - Ericeira',
    tag_keys: ['food'],
    email: 'comissao@example.com',
  })
  ids['yoga'] = await publish(test, {
    title: 'Manhã de ioga',
    description: 'Every Monday, whatever the weather.',
    tag_keys: ['yoga', 'surf'],
    timetable: weekly({ days: [1], from: '2026-06-22', to: '2027-06-22' }),
  })
})
afterAll(() => test.close())

const found = (q: string, rest = '') => titles(test, `?q=${encodeURIComponent(q)}${rest}`)

describe('searching the programme', () => {
  it('finds by the names of its tags in both languages, also when a tag is renamed and merged', async () => {
    expect(await found('yog')).toEqual(['Manhã de ioga'])
    const [yoga] = await test.db.select().from(tags).where(eq(tags.key, 'yoga'))
    const [music] = await test.db.select().from(tags).where(eq(tags.key, 'music'))
    await byAdmin(test, 'PUT', `/events/tags/${yoga?.id}`, {
      name: 'Stretching',
      names: { pt: 'Alongamentos' },
    })
    expect(await found('yog')).toEqual([])
    expect(await found('alonga')).toEqual(['Manhã de ioga'])
    const merged = await byAdmin(test, 'POST', `/events/tags/${yoga?.id}/merge`, { into_id: music?.id })
    expect(merged.status, merged.text).toBe(200)
    expect(await found('alonga')).toEqual([])
    expect(await found('musi')).toEqual(['Manhã de ioga'])
  })
})
