import { createFileRoute } from '@tanstack/react-router'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { renderRoute } from '@tests/support/in-route'
import { programmeEvent } from '@tests/support/offline/offline-programme'

import type { ProgrammeFilter, ProgrammeReader } from '@/offline/programme/programme-reader'
import { SimilarEvent } from './new-event'

afterEach(cleanup)

const fado = programmeEvent('fado', Date.parse('2026-12-05T20:00Z') / 1000, { title: 'Noite de fado' })

/** The form's part for a title, with this list; resolves with the filters that were asked for. */
async function open(title: string, list: ProgrammeReader['list']): Promise<ProgrammeFilter[]> {
  const asked: ProgrammeFilter[] = []
  const programme: ProgrammeReader = {
    list: (filter, ...page) => {
      asked.push(filter)
      return list(filter, ...page)
    },
    event: async () => null,
    usedTags: async () => ({ data: [] }),
  }
  const Form = () => (
    <form>
      <SimilarEvent title={title} day="2026-12-05" />
      <button>Submit</button>
    </form>
  )
  await renderRoute(createFileRoute('/add-event')({ component: Form }), { path: '/add-event', programme })
  await screen.findByRole('button', { name: 'Submit' })
  return asked
}

test('a like-named event of that day is shown with its link, also from the device, and nothing is refused', async () => {
  const asked = await open('Noite do fado', async () => ({
    data: { items: [fado], has_more: false },
    savedAt: 1,
  }))
  const link = await screen.findByRole('link', { name: 'Noite de fado' })
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['/events/fado', '_blank'])
  expect(screen.getByRole('status').textContent).toBe('Is it this one?')
  expect(asked).toEqual([{ tags: [], startDate: '2026-12-05', endDate: '2026-12-05' }])
  expect(screen.getByRole('button', { name: 'Submit' }).hasAttribute('disabled')).toBe(false)
})
