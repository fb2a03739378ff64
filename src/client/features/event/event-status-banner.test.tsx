import { cleanup, render, screen } from '@testing-library/react'
import { inRouter } from '@tests/support/in-router'
import { afterEach, describe, expect, it } from 'vitest'
import { EventStatusBanner } from './event-states'
import { fado } from './event.fixture'

afterEach(cleanup)

describe('the status of an event', () => {
  it.each([
    ['ON_REVIEW', 'On review'],
    ['PUBLISHED', 'Published'],
    ['REJECTED', 'Rejected'],
  ] as const)('%s is shown to its submitter', async (status, label) => {
    render(await inRouter(<EventStatusBanner event={{ ...fado, status }} />))
    expect(screen.getByText(label)).toBeDefined()
  })

  it('comes with the reason of a rejection, as text', async () => {
    const event = { ...fado, status: 'REJECTED', review_reason: '<b>Twice</b>' } as const
    render(await inRouter(<EventStatusBanner event={event} />))
    expect(screen.getByText('Reason: <b>Twice</b>')).toBeDefined()
  })

  it('is nothing to other visitors', async () => {
    const { container } = render(await inRouter(<EventStatusBanner event={fado} />))
    expect(container.textContent).toBe('')
  })
})
