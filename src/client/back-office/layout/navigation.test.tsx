import 'fake-indexeddb/auto'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '@/client/shared/loading/query-client'
import { inRouter } from '@tests/support/in-router'
import { contactFormCountsQuery, countsQuery } from '@/client/back-office/shared/back-office-queries'
import { useFocusAfterRemoval } from '@/client/back-office/shared/focus-after-removal'
import { Navigation } from './navigation'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

async function show(counts: { on_review: number; proposals?: number }, open: number) {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  const client = createQueryClient()
  client.setQueryData(countsQuery().queryKey, { published: 0, rejected: 0, ...counts })
  client.setQueryData(contactFormCountsQuery().queryKey, { open, done: 0 })
  render(<QueryClientProvider client={client}>{await inRouter(<Navigation />)}</QueryClientProvider>)
}

const described = (name: string) => {
  const id = screen.getByRole('link', { name }).getAttribute('aria-describedby')
  return id === null ? undefined : document.querySelector(`#${CSS.escape(id)}`)?.textContent
}

test('says how much there is to do beside an entry, proposed changes with the events', async () => {
  await show({ on_review: 2200, proposals: 24 }, 3)
  expect(screen.getByText('2,224')).toBeTruthy()
  expect(described('Events')).toBe('2,200 on review, Changes proposed: 24')
  expect(described('Contact Forms')).toBe('3 open')
  expect(described('Tags')).toBeUndefined()
})

test('says nothing where there is nothing to do', async () => {
  await show({ on_review: 0 }, 0)
  expect(described('Events')).toBeUndefined()
  expect(described('Contact Forms')).toBeUndefined()
})

function Row({ isThere }: { isThere: boolean }) {
  useFocusAfterRemoval()
  return (
    <>
      <h1>Tags</h1>
      {isThere ? <button>Delete</button> : null}
      <button>Elsewhere</button>
    </>
  )
}

test('what goes takes its button, and the focus, with it: then the heading has it, unless somebody went on', async () => {
  const { rerender } = render(<Row isThere />)
  screen.getByText('Delete').focus()
  rerender(<Row isThere={false} />)
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading')))
  rerender(<Row isThere />)
  screen.getByText('Delete').focus()
  screen.getByText('Elsewhere').focus()
  rerender(<Row isThere={false} />)
  expect(document.activeElement).toBe(screen.getByText('Elsewhere'))
})
