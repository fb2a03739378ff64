import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '@tests/support/server/app'
import { byAdmin } from '@tests/support/server/back-office'
import { publish, submit } from '@tests/support/server/calls'

let test: TestApp
beforeAll(async () => {
  test = await buildTestApp()
  await submit(test, {
    title: 'Noite de São João',
    description: 'Sardinhas e música na praça, 100% de graça.',
    location_name: 'Ribeira d’Ilhas - Ericeira',
    email: 'Comissao_festas@example.com',
  })
  await publish(test, { title: 'Manhã de ioga', description: 'Praia do Sul, todos os sábados.' })
  await submit(test, { title: 'Quiet evening', description: 'Nothing that is looked for here.' })
})
afterAll(() => test.close())

async function found(q: string, rest = ''): Promise<string[]> {
  const { data } = await byAdmin(test, 'GET', `/events?q=${encodeURIComponent(q)}${rest}`)
  return (data as { items: { title: string }[] }).items.map(({ title }) => title)
}

describe('searching the events of the back office', () => {
  it.each([
    ['são joão'],
    ['SAO JOAO'],
    ['joão noite'],
    ['oao'],
    ['Sa\u0303o'],
    ['musica praca'],
    ["ribeira d'ilhas"],
    ['comissao_festas@example.com sardinhas'],
    ['  noite   ERICEIRA '],
  ])('finds every word of “%s” in title, description, place or contact address', async (q) => {
    expect(await found(q)).toEqual(['Noite de São João'])
  })

  it('finds nothing when one word is missing', async () => {
    expect(await found('são joão ioga')).toEqual([])
  })

  it.each([
    ['100%', 1],
    ['1%0', 0],
    ['comissao_', 1],
    ['festas@', 1],
    ['noite\\', 0],
  ])('reads “%s” as it is typed, whatever signs it has', async (q, count) => {
    expect(await found(q)).toHaveLength(count)
  })

  it('goes together with the other filters', async () => {
    expect(await found('manha', '&status=PUBLISHED')).toEqual(['Manhã de ioga'])
    expect(await found('manha', '&status=ON_REVIEW')).toEqual([])
  })
})
