import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { EventStatusBanner } from './event-states'
import { fado } from './event.fixture'

afterEach(cleanup)

describe('the status of an event', () => {
  it.each([
    ['ON_REVIEW', 'On review'],
    ['PUBLISHED', 'Published'],
    ['REJECTED', 'Rejected'],
  ] as const)('%s is shown to its submitter', (status, label) => {
    render(<EventStatusBanner event={{ ...fado, status }} />)
    expect(screen.getByText(label)).toBeDefined()
  })

  it('comes with the reason of a rejection, as text', () => {
    render(<EventStatusBanner event={{ ...fado, status: 'REJECTED', review_reason: '<b>Twice</b>' }} />)
    expect(screen.getByText('Reason: <b>Twice</b>')).toBeDefined()
  })

  it('is nothing to other visitors', () => {
    const { container } = render(<EventStatusBanner event={fado} />)
    expect(container.textContent).toBe('')
  })
})
