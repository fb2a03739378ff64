import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { PERSISTED_QUERIES } from '@/client/shared/programme/first-pages'
import { PROGRAMME_KEY } from '@/client/shared/programme/programme-queries'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import * as m from '@/messages/compiled/messages.js'
import { pageStorage } from '@/offline/page/page-storage'
import { dropPhotos } from '@/offline/replica/photo-storage'
import type { ImageProgress } from '@/offline/replica/replica-sync'
import { refreshProgramme } from './refresh-programme'
import { refreshResult } from './refresh-result'

interface Result {
  isFailure: boolean
  text: string
}

export type ProgrammeStep =
  | { step: 'idle' }
  | { step: 'refreshing'; progress?: ImageProgress }
  | ({ step: 'done' } & Result)

/** Refreshes and removes the programme of this device. `changes` counts what was done. */
export function useProgrammeActions() {
  const queryClient = useQueryClient()
  const [state, setState] = useState<ProgrammeStep>({ step: 'idle' })
  const [changes, setChanges] = useState(0)
  const finish = (result: Result) => {
    setChanges((count) => count + 1)
    setState({ step: 'done', ...result })
  }
  return {
    state,
    changes,
    /** `images`: they are fetched also on a connection that may cost the person. */
    async refresh(images: boolean): Promise<void> {
      setState({ step: 'refreshing' })
      const onImages = (progress: ImageProgress) => setState({ step: 'refreshing', progress })
      finish(refreshResult(await refreshProgramme({ images, onImages })))
    },
    /** This device could not store what was chosen. */
    fail: () => finish({ isFailure: true, text: m.device_refresh_failed() }),
    async remove(): Promise<void> {
      const { replica } = await loadOfflineClient()
      // This comes first: a sync that is on its way must not bring it back.
      const isChosen = await replica.choose({ isRemoved: true })
      await replica.drop()
      await dropPhotos()
      queryClient.removeQueries({ queryKey: PROGRAMME_KEY })
      // Now, not when the persister gets to it: the next start would store again what it finds there.
      pageStorage()?.removeItem(PERSISTED_QUERIES)
      finish({ isFailure: !isChosen, text: isChosen ? m.device_removed() : m.device_refresh_failed() })
    },
  }
}
