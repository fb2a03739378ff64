import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { FeedItems } from './share'

afterEach(cleanup)

const address = (name: string) => screen.getByRole('link', { name }).getAttribute('href')

test('a list is subscribed to by its own filter, in the language of the page', () => {
  render(<FeedItems filter={{ tags: 'surf', q: 'fado praia' }} origin="https://guide.test" />)
  const query = 'tags=surf&q=fado+praia&lang=en'
  const webcal = `webcal://guide.test/events.ics?${query}`
  expect(address('In the calendar app')).toBe(webcal)
  const google = new URL(address('In Google Calendar') ?? '')
  expect([google.origin, google.searchParams.get('cid')]).toEqual(['https://calendar.google.com', webcal])
  expect(address('RSS')).toBe(`/events.rss?${query}`)
  expect(address('JSON Feed')).toBe(`/events.json?${query}`)
  expect(screen.getByRole('button', { name: 'Copy the calendar’s address' })).toBeDefined()
})
