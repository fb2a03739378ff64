import 'fake-indexeddb/auto'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createQueryClient } from '@/client/shared/loading/query-client'
import { signInAdministrator, publishedEvent } from '@/client/back-office/shared/back-office.fixture'
import { contentOf, payloadOf } from '@/client/shared/event-form/event-values'
import type { BackOfficeEvent } from '@/contract/back-office/back-office-events'
import { ProposedChange } from './proposed-change'
import type { EventReview } from './use-event-review'

vi.mock('@/client/shared/event-form/place-and-tag-options', () => ({
  usePlaceAndTagOptions: () => ({ tags: [] }),
}))

let approved: Promise<Record<string, unknown>>
beforeEach(async () => {
  await signInAdministrator()
  approved = new Promise((sent) => {
    vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
      sent(JSON.parse(String(init.body)))
      return Response.json({ data: publishedEvent })
    })
  })
})
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

const eventReview = { isOnReview: false, continueAfter: () => undefined } as unknown as EventReview
const content = { ...contentOf(payloadOf(publishedEvent)), title: 'Concert at nine' }
const proposal = { id: 'p1', content, base: publishedEvent, created_at: 0 } as NonNullable<
  BackOfficeEvent['proposal']
>

it('approves it over the event as it is by now, also when a colleague has edited that meanwhile', async () => {
  const client = createQueryClient()
  const panel = (event: BackOfficeEvent) => (
    <QueryClientProvider client={client}>
      <ProposedChange {...{ event, proposal, eventReview }} />
    </QueryClientProvider>
  )
  const { rerender } = render(panel(publishedEvent))
  await screen.findByRole('button', { name: 'Publish the change' })
  rerender(panel({ ...publishedEvent, description: 'Four bands play.', revision: 2 }))
  fireEvent.click(screen.getByRole('button', { name: 'Publish the change' }))
  expect(await approved).toMatchObject({
    title: 'Concert at nine',
    description: 'Four bands play.',
    revision: 2,
  })
})
