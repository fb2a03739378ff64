import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { inRouter } from '@tests/support/in-router'
import { programmeEvent } from '@tests/support/offline-programme'
import { EventCard } from './event-card'

const NOW = 1_800_000_000
const tags = ['Food', 'Market', 'Music', 'Surf'].map((name, index) => ({
  id: String(index),
  key: name,
  name,
}))

afterEach(cleanup)

test.each([
  ['grid', ['Food', 'Market', 'Music']],
  ['compact', ['Food', 'Market']],
] as const)('a card has no more tags than there is room for: %s', async (layout, shown) => {
  render(await inRouter(<EventCard event={programmeEvent('e', NOW, { tags })} now={NOW} layout={layout} />))
  const items = within(screen.getByRole('list', { name: 'Tags' })).getAllByRole('listitem')
  expect(items.map(({ textContent }) => textContent)).toEqual(shown)
})
