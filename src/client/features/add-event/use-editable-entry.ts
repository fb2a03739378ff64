import { useEffect, useState } from 'react'
import { loadOfflineClient } from '@/client/shell/offline-client'
import { report } from '@/client/shell/report'
import type { OutboxContent, OutboxEntry } from '@/offline/outbox/entry'

export type EditableEntry = OutboxEntry & Extract<OutboxContent, { kind: 'submitEvent' }>

/**
 * The unsent event with this id, as it was when it was opened. 'busy' while it is being sent: it is looked at again
 * with every change of the outbox, until it can be edited or is gone.
 */
export function useEditableEntry(id: string): EditableEntry | 'loading' | 'busy' | 'gone' {
  const [found, setFound] = useState<EditableEntry | 'loading' | 'busy' | 'gone'>('loading')
  useEffect(() => {
    let stop = () => {}
    let isLeft = false
    const open = async () => {
      const { outbox } = await loadOfflineClient()
      const look = async () => {
        const state = editableState(await outbox.get(id))
        if (isLeft) return
        setFound(state)
        // What somebody is editing does not change under their hands.
        if (state !== 'busy') stop()
      }
      stop = outbox.subscribe(() => void look())
      await look()
    }
    open().catch((trouble: unknown) => {
      report('The outbox could not be opened.', trouble)
      if (!isLeft) setFound('gone')
    })
    return () => {
      isLeft = true
      stop()
    }
  }, [id])
  return found
}

function editableState(entry: OutboxEntry | undefined): EditableEntry | 'busy' | 'gone' {
  if (entry === undefined || entry.kind !== 'submitEvent' || entry.state === 'sent') return 'gone'
  return entry.state === 'sending' ? 'busy' : entry
}
