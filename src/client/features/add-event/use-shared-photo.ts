import { useEffect, useState } from 'react'
import { loadOfflineClient } from '@/client/shell/offline-client'
import { report } from '@/client/shell/report'
import type { OutboxPhoto } from '@/offline/outbox/entry'

/** The photo that was shared into the app from somewhere else (manifest, share_target), ready for the form. */
export function useSharedPhoto(isExpected: boolean): { photo: OutboxPhoto | undefined; isLoading: boolean } {
  const [photo, setPhoto] = useState<OutboxPhoto>()
  const [isLoading, setLoading] = useState(isExpected)
  useEffect(() => {
    if (!isExpected) return
    consumeSharedPhoto()
      .then(setPhoto, (error: unknown) => report('The shared photo could not be read.', error))
      .finally(() => setLoading(false))
  }, [isExpected])
  return { photo, isLoading }
}

async function consumeSharedPhoto(): Promise<OutboxPhoto | undefined> {
  const { outbox } = await loadOfflineClient()
  const shared = await outbox.drafts.consumeSharedPhoto()
  if (shared === undefined) return undefined
  const { preparePhoto } = await import('@/client/kit/event-form/prepare-photo')
  const prepared = await preparePhoto(new Blob([shared.bytes], { type: shared.type }), shared.name)
  return 'photo' in prepared ? prepared.photo : undefined
}
