import { setImmediate as onTurn } from 'node:timers'
import * as z from 'zod/mini'
import { expect, it } from 'vitest'
import { replyText } from './routes-from-contract'

const item = z.object({ id: z.number() })
const lists = z.object({ removed: z.optional(z.array(z.string())), items: z.array(item) })
const itemsOf = (count: number) =>
  Array.from({ length: count }, (_, id) => ({ id, secret: 'not in the contract' }))

it.each([0, 200, 201, 1000])(
  'a list of %i is written whole, with nothing that the contract does not name',
  async (count) => {
    for (const others of [{}, { removed: ['a', 'b'] }]) {
      const text = await replyText('listThings', lists, { items: itemsOf(count), ...others })
      const items = Array.from({ length: count }, (_, id) => ({ id }))
      expect(JSON.parse(text)).toEqual({ data: { items, ...others } })
    }
  },
)

it('others have their turn while a long list is written', async () => {
  let turns = 0
  let isOver = false
  const turn = () => {
    turns += 1
    if (!isOver) onTurn(turn)
  }
  onTurn(turn)
  await replyText('listThings', lists, { items: itemsOf(2000) })
  isOver = true
  expect(turns).toBeGreaterThanOrEqual(10)
})

it('what the contract does not allow is sent to nobody, wherever in a long list it stands', async () => {
  const items = [...itemsOf(900), { id: 'no number' }]
  await expect(replyText('listThings', lists, { items })).rejects.toThrow('listThings replied')
})
