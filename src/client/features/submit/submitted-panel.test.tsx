import 'fake-indexeddb/auto'
import { cleanup, render, screen, within } from '@testing-library/react'
import { eventContent } from '@tests/support/offline/outbox-contents'
import { inRouter } from '@tests/support/in-router'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { ensureTemporal } from '@/domain/time/village-time'
import { deferred } from '@/offline/platform/deferred'
import { SubmittedPanel } from './submitted-panel'

vi.mock('@/client/shared/event-form/place-and-tag-options', () => import('@tests/support/without-choices'))

const ID = 'a1b2c3d4-0000-4000-8000-000000000000'

async function show(id: string) {
  const done: string[] = []
  render(
    await inRouter(
      <SubmittedPanel
        id={id}
        submitted={undefined}
        headingRef={null}
        onAnother={() => done.push('another')}
        onNew={() => done.push('new')}
        onRefused={() => done.push('refused')}
      />,
    ),
  )
  return done
}

beforeAll(ensureTemporal)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

async function store(): Promise<string> {
  const { outbox } = await loadOfflineClient()
  return (await outbox.enqueue(eventContent('Sunset Sessions', '2199-06-22 19:00:00'))).id
}

test('after a reload it is told from the outbox, and what becomes of it meanwhile', async () => {
  const arrived = deferred<undefined>()
  vi.stubGlobal('fetch', async () => {
    await arrived.promise
    const data = { id: ID, title: 'Sunset Sessions', status: 'ON_REVIEW' }
    return Response.json({ data }, { status: 201 })
  })
  const done = await show(await store())
  await screen.findByText(/is on its way/)
  within(screen.getByRole('figure')).getByText('Sunset Sessions')
  arrived.resolve(undefined)
  await screen.findByText('Reference A1B2-C3D4')
  expect(done).toEqual([])
})

test('what the server refuses meanwhile is corrected, and what is not on this device begins anew', async () => {
  const refusal = { code: 'VALIDATION_FAILED', message: 'Not valid', fields: [] }
  vi.stubGlobal('fetch', async () => Response.json({ error: refusal }, { status: 422 }))
  const done = await show(await store())
  await vi.waitFor(() => expect(done).toEqual(['refused']))
  cleanup()
  const unknown = await show('unknown')
  await vi.waitFor(() => expect(unknown).toEqual(['new']))
})
