import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { inRouter } from '@tests/support/in-router'
import { fado } from '../event.fixture'
import { CalendarMenu } from './event-actions'

const WEEK = 7 * 86_400
const date = { start_time: fado.start_time, end_time: fado.end_time, is_all_day: false }
const next = { ...date, start_time: date.start_time + WEEK, end_time: date.end_time + WEEK }

beforeEach(() => {
  vi.useFakeTimers({ now: (fado.start_time - 86_400) * 1000, toFake: ['Date'] })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const addresses = () =>
  screen
    .getAllByRole('link', { hidden: true })
    .map((link) => [link.textContent, link.getAttribute('href') ?? ''])

test('the date is offered as a file, all dates too, and to Google and Outlook; nothing is loaded before a tap', async () => {
  const fetched = vi.fn()
  vi.stubGlobal('fetch', fetched)
  const { container } = render(await inRouter(<CalendarMenu event={{ ...fado, schedules: [date, next] }} />))
  const items = new Map(addresses().map(([name = '', href = '']) => [name, href]))
  expect(items.get('Calendar file')).toBe(`/events/${fado.id}.ics?date=2026-07-04&lang=en`)
  expect(items.get('Calendar file, all dates')).toBe(`/events/${fado.id}.ics?lang=en`)
  expect(items.get('Google Calendar')).toContain('https://calendar.google.com/')
  expect(items.get('Google Calendar')).toContain('dates=20260704T210000%2F20260704T230000')
  expect(items.get('Outlook')).toContain('https://outlook.live.com/')
  for (const name of ['Google Calendar', 'Outlook'])
    expect(items.get(name)).toContain(encodeURIComponent(`${window.location.origin}/events/${fado.id}?date=`))
  expect(fetched).not.toHaveBeenCalled()
  expect(container.querySelectorAll('img, iframe, script')).toHaveLength(0)
})

test('an event of one date has no file of all, and one that is over no menu', async () => {
  render(await inRouter(<CalendarMenu event={{ ...fado, schedules: [date] }} />))
  expect(addresses().map(([name]) => name)).toEqual(['Calendar file', 'Google Calendar', 'Outlook'])
  cleanup()
  vi.setSystemTime((fado.end_time + 1) * 1000)
  const { container } = render(await inRouter(<CalendarMenu event={fado} />))
  expect(container.textContent).toBe('')
})
