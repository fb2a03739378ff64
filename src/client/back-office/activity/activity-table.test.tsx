import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Activity } from '@/contract/back-office/back-office-overview'
import { getLocale, overwriteGetLocale } from '@/messages/compiled/runtime.js'
import { Details, isAboutPerson, readActivitySearch, subjectLabel } from './activity-table'

const before = getLocale
afterEach(() => {
  overwriteGetLocale(before)
  cleanup()
})

const EDITED: Activity = {
  id: 'a',
  action: 'event.edited',
  user: { id: 'u', name: 'Ana', email: 'ana@example.com' },
  subject: { id: 'e', label: 'Fado', exists: true },
  details: {
    changes: [
      { field: 'title', before: 'Fado', after: 'Fado night' },
      { field: 'photo', before: '', after: '' },
      { field: 'of a later version', before: '', after: 'new' },
    ],
  },
  created_at: 1_781_517_600,
}

test('an edit has each field that it changed, before and after', () => {
  const { container } = render(<Details entry={EDITED} />)
  expect(container.textContent).toBe('Event editedTitleFadoFado nightPhotoof a later versionnew')
})

const message = (label?: string) =>
  subjectLabel({
    action: 'contact-form.done',
    subject: { id: 'id', exists: true, ...(label !== undefined && { label }) },
  })

test('a support message has its topic in the language of who reads it', () => {
  overwriteGetLocale(() => 'pt')
  expect([message('Urgent Matter'), message('Lost and found'), message()]).toEqual([
    'Assunto urgente',
    'Lost and found',
    '–',
  ])
})

test('what is done to an account, to an organiser too, is about a person', () => {
  const actions = ['user.promoted', 'organiser.marked', 'second-factor.added', 'event.approved'] as const
  expect(actions.filter(isAboutPerson)).toEqual(actions.slice(0, 3))
})

test('what is no filter is left out of the address, so that the call is not refused', () => {
  const id = '3f2c5a0e-1b7d-4c8e-9a6f-0d1e2c3b4a59'
  const filter = { action: 'event.edited', user_id: id }
  expect(readActivitySearch(filter)).toEqual(filter)
  expect(readActivitySearch({ action: 'event.sold', user_id: 'ana', page: 2 })).toEqual({})
})
