import { useEffect } from 'react'
import { loadedOfflineClient } from '@/client/shared/offline/offline-client'
import { useLiveDevice } from '@/client/shared/offline/use-live-device'
import { type PlannedEvent, readPlan } from '@/offline/saved/saved-plan'

/** The saved events of this device. What the guide knows of them by now is stored with them: it stays should they leave it. */
export function useSavedPlan(): PlannedEvent[] | 'loading' | 'unreadable' {
  const plan = useLiveDevice(readPlan, [])
  useEffect(() => {
    if (!Array.isArray(plan)) return
    const changed = plan.flatMap(({ event, saved }) => (isSame(event, saved.snapshot) ? [] : [event]))
    // The snapshot stays as old as it is where there is no room for a new one.
    if (changed.length > 0)
      loadedOfflineClient()
        ?.saved.refresh(changed)
        .catch(() => undefined)
  }, [plan])
  return plan
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
