import 'fake-indexeddb/auto'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { inRouter } from '@tests/support/in-router'
import { QueryProvider } from '@tests/support/query-provider'
import { signInAdministrator, publishedEvent } from '@/client/back-office/shared/back-office.fixture'
import { LastReviewProvider } from '@/client/back-office/shared/review'
import { deferred } from '@/offline/platform/deferred'
import { EventHeader } from './event-header'
import { LoadedEvent } from './loaded-event'
import { useEventReview } from './use-event-review'

const WAITING = { ...publishedEvent, status: 'ON_REVIEW' as const }

/** The queue arrives when this is resolved, also if it is asked for later. */
let queue: ReturnType<typeof deferred<void>>
beforeEach(async () => {
  await signInAdministrator()
  queue = deferred()
  vi.stubGlobal('fetch', async (url: string) => {
    if (!url.includes('/ids')) return Response.json({ data: WAITING })
    await queue.promise
    return Response.json({ data: { ids: [WAITING.id], total: 1 } })
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function Reviewed({ isInQueue }: { isInQueue: boolean }) {
  const eventReview = useEventReview({ id: WAITING.id, search: {}, isInQueue })
  return (
    <>
      <output>{eventReview.place.position}</output>
      <LoadedEvent id={WAITING.id}>
        {(event) => <EventHeader event={event} eventReview={eventReview} />}
      </LoadedEvent>
    </>
  )
}

async function open(isInQueue: boolean): Promise<HTMLElement> {
  const page = await inRouter(
    <LastReviewProvider>
      <Reviewed isInQueue={isInQueue} />
    </LastReviewProvider>,
  )
  render(page, { wrapper: QueryProvider })
  return screen.findByRole('button', { name: 'Approve' })
}

test('the focus is on the title of the next event of a queue', async () => {
  await open(true)
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
})

test('a queue that arrives later leaves the focus where the reviewer has put it', async () => {
  const approve = await open(false)
  approve.focus()
  queue.resolve()
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('1'))
  expect(document.activeElement).toBe(approve)
})
