import { useEffect, useState } from 'react'
import { loadOfflineClient } from '@/client/shell/offline-client'
import { report } from '@/client/shell/report'
import type { OutboxEntry } from '@/offline/outbox/entry'

/** The entries of this device, newest first, always as they are now: also what the worker or another tab changed. */
export function useOutboxEntries(): OutboxEntry[] | 'loading' | 'unreadable' {
  const [found, setFound] = useState<OutboxEntry[] | 'loading' | 'unreadable'>('loading')
  useEffect(() => {
    let stop = () => {}
    let isLeft = false
    const open = async () => {
      const { outbox } = await loadOfflineClient()
      const look = async () => {
        const entries = await outbox.list()
        if (!isLeft) setFound(entries)
      }
      if (isLeft) return
      stop = outbox.subscribe(() => void look().catch(fail))
      await look()
    }
    const fail = (trouble: unknown) => {
      report('The outbox could not be read.', trouble)
      if (!isLeft) setFound('unreadable')
    }
    open().catch(fail)
    return () => {
      isLeft = true
      stop()
    }
  }, [])
  return found
}
