import { expect, it } from 'vitest'
import { listTags } from '@/contract/events/events'
import { fakeClock } from '@tests/support/server/fake-clock'
import { faultyNetwork } from '@tests/support/offline/faulty-network'
import { createPhone } from '@tests/support/offline/offline-phone'
import { messageContent } from '@tests/support/offline/outbox-contents'
import { subscribeLive } from '@/offline/outbox/entry-store'

const FULL = { tags: ['full'] }

const START = Date.UTC(2026, 5, 15, 10)
const MINUTE = 60_000

/** A phone on which one entry has waited long enough that its next attempt is minutes away. */
async function waitingPhone({ isVisible = false } = {}) {
  const clock = fakeClock(START)
  const network = faultyNetwork(async ({ url }) => {
    const data = url.endsWith('/tags') ? { items: [] } : { id: 'row', title: 't', status: 'ON_REVIEW' }
    return Response.json({ data }, { status: 201 })
  })
  const tab = createPhone({ clock, network, random: () => 0.999 }).openTab({ isVisible })
  network.setOffline(true)
  const { id } = await tab.outbox.enqueue(messageContent('Waits'))
  for (let attempt = 0; attempt < 9; attempt += 1) await tab.outbox.schedule({ networkIsBack: true })
  const state = async () => {
    const entry = await tab.outbox.get(id)
    return entry?.state
  }
  const sent = () =>
    new Promise<void>((resolve) =>
      subscribeLive(
        async () => (await state()) === 'sent',
        (isSent) => isSent && resolve(),
      ),
    )
  return { clock, network, tab, state, sent }
}

it('is sent at once when another request succeeds, though no event says that the network is back', async () => {
  const { network, tab, state, sent } = await waitingPhone()
  network.setOffline(false)
  await tab.outbox.schedule()
  expect(await state()).toBe('queued')
  await tab.api.call(listTags, {})
  await sent()
})

it('is not sent again for every request while the server asks for time', FULL, async () => {
  const { network, tab } = await waitingPhone()
  network.setOffline(false)
  network.next('too-many')
  await tab.outbox.schedule({ networkIsBack: true })
  const before = network.log.length
  await tab.api.call(listTags, {})
  await tab.outbox.schedule()
  expect(network.log.slice(before)).toEqual(['GET /api/v1/events/tags'])
})

it('is tried every ten seconds while a person looks at the page', FULL, async () => {
  const { clock, network, sent } = await waitingPhone({ isVisible: true })
  network.setOffline(false)
  clock.advance(10_000)
  await sent()
})

it('waits for its backoff in a page that nobody looks at', FULL, async () => {
  const { clock, network, tab, state } = await waitingPhone()
  network.setOffline(false)
  clock.advance(MINUTE)
  await tab.outbox.schedule()
  expect(await state()).toBe('queued')
})
