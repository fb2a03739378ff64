import { createListeners } from '@/offline/platform/change-notifier'
import { lazyClient } from './offline-client'

const syncs = createListeners()
/** Notified when a sync got through: the network is there. Loads nothing. */
export const watchSyncs = syncs.subscribe

/** Dexie, zod, the replica: nothing of it is needed to paint or hydrate. The programme is shown without the outbox. */
const client = lazyClient(async () => {
  const { pageProgramme } = await import('@/offline/page/page-programme')
  const opened = pageProgramme()
  opened.subscribeToSyncs(syncs.notify)
  return opened
})

export const loadPageProgramme = client.load
export const usePageProgramme = client.use
