import { useRouteContext } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useOfflineClient } from '@/client/shell/offline-client'
import { eventsToKeep } from './programme-content'
import type { ProgrammeViews } from './programme-views'

/** Pages whose views, as the server drew them, are already on the device. */
const kept = new WeakSet<ProgrammeViews>()

/**
 * For pages that show the programme: what the server drew is kept on the device, so that a reload without network has
 * it, and what is shown is brought up to date when the mirror changes behind it, the network answers late, or the
 * person or the network comes back. Draws nothing.
 */
export function Upkeep() {
  const { views, programme } = useRouteContext({ from: '__root__' })
  const device = useOfflineClient()
  useEffect(() => {
    if (kept.has(views)) return
    kept.add(views)
    const events = eventsToKeep(views.all())
    // Storage can be refused (private windows): the page lives from the network then.
    if (events.length > 0) programme.keep(events).catch(() => undefined)
  }, [views, programme])
  useEffect(() => device?.mirror.subscribe(() => void views.redraw().catch(() => undefined)), [device, views])
  useEffect(() => device?.programme.subscribe?.(() => views.refreshShown()), [device, views])
  useEffect(() => {
    const refresh = () => {
      if (document.visibilityState === 'visible') views.refreshShown()
    }
    window.addEventListener('online', refresh)
    document.addEventListener('visibilitychange', refresh)
    return () => {
      window.removeEventListener('online', refresh)
      document.removeEventListener('visibilitychange', refresh)
    }
  }, [views])
  return null
}
