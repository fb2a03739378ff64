import { cleanup, render, screen } from '@testing-library/react'
import { inRouter } from '@tests/support/in-router'
import { afterEach, expect, test } from 'vitest'
import { publishedEvent } from '@/client/back-office/shared/back-office.fixture'
import type { BackOfficeEvent } from '@/contract/back-office/back-office-events'
import { EventRow } from './event-rows'

afterEach(cleanup)

/** The line about who submitted an event, and when. */
async function submittedLine(changes: Partial<BackOfficeEvent>, isNearViewport = true) {
  const row = (
    <EventRow
      event={{ ...publishedEvent, ...changes }}
      isNearViewport={isNearViewport}
      isSelected={false}
      isBusy={false}
      isDense={false}
      eventSearch=""
      onSelect={() => undefined}
      onAction={() => undefined}
      onOpen={() => undefined}
    />
  )
  render(await inRouter(row))
  const item = await screen.findByRole('listitem')
  return [...item.querySelectorAll('p')].at(-1)?.textContent
}

const WHEN = 'Submitted Jul 1, 2026, 1:00 PM'

test.each([
  ['an imported event', { imported_from: { name: 'Surf Club' } }, `${WHEN} · Imported from “Surf Club”`],
  [
    'an imported one with an address',
    { imported_from: { name: 'Surf Club' }, email: 'club@example.com' },
    `${WHEN} · club@example.com · Imported from “Surf Club”`,
  ],
  ['an event that somebody submitted', { email: 'ana@example.com' }, `${WHEN} · ana@example.com`],
])('says where %s came from', async (_, changes, line) => {
  expect(await submittedLine(changes)).toBe(line)
})

test('leaves it out of a row far from the viewport, which only has what is searched for', async () => {
  expect(await submittedLine({ imported_from: { name: 'Surf Club' } }, false)).toBe('')
})
