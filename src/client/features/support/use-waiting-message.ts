import { useEffect, useState } from 'react'
import { loadOfflineClient } from '@/client/shell/offline-client'
import { report } from '@/client/shell/report'
import type { OutboxContent, OutboxEntry } from '@/offline/outbox/entry'

export type MessageEntry = OutboxEntry & Extract<OutboxContent, { kind: 'sendSupportMessage' }>

/** The unsent message with this id, once it is read; undefined when there is none to change. */
export function useWaitingMessage(id: string | undefined): MessageEntry | undefined {
  const [entry, setEntry] = useState<MessageEntry>()
  useEffect(() => {
    let isLeft = false
    const open = async () => {
      const found = id === undefined ? undefined : await (await loadOfflineClient()).outbox.get(id)
      const isOpen = found?.kind === 'sendSupportMessage' && found.state !== 'sent'
      if (!isLeft) setEntry(isOpen ? found : undefined)
    }
    open().catch((trouble: unknown) => report('The outbox could not be opened.', trouble))
    return () => {
      isLeft = true
    }
  }, [id])
  return entry
}
