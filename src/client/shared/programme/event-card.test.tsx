import { cleanup, render, screen } from '@testing-library/react'

import { afterEach, expect, test } from 'vitest'

import { inRouter } from '@tests/support/in-router'
import { programmeEvent } from '@tests/support/offline/offline-programme'
import { EventCard } from './event-card'

const NOW = 1_800_000_000

afterEach(cleanup)

const linesOf = (card: HTMLElement) => [...card.querySelectorAll('p')].map(({ textContent }) => textContent)

test.each([
  ['cancelled', 'Cancelled', true],
  ['postponed', 'Postponed', true],
  ['moved', 'Moved', false],
  ['sold_out', 'Sold out', false],
  ['on', 'It’s on', false],
] as const)(
  'a card says that an event is %s, and why; the title of what is called off is struck',
  async (state, label, isStruck) => {
    const event = programmeEvent('e', NOW, { title: 'Fado', state, note: 'Ask at the bar' })
    const { container } = render(await inRouter(<EventCard event={event} now={NOW} />))
    expect(linesOf(container)).toContain(`${label}Ask at the bar`)
    expect(container.querySelector('s')?.textContent ?? null).toBe(isStruck ? 'Fado' : null)
    expect(screen.getByRole('link').textContent).toBe(isStruck ? `${label}: Fado` : 'Fado')
  },
)

test('a card of a list that begins on a later day opens the event on that day, and else as it is', async () => {
  const inFourDays = NOW + 4 * 86_400
  const event = programmeEvent('e', inFourDays + 3600)
  const addressOf = async (from?: number) => {
    render(await inRouter(<EventCard event={event} now={NOW} from={from} />))
    const address = screen.getByRole('link').getAttribute('href')
    cleanup()
    return address
  }
  expect(await addressOf(inFourDays)).toBe('/events/e?date=2027-01-19')
  expect(await addressOf()).toBe('/events/e')
})
