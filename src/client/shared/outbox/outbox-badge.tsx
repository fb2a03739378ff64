import { useSyncExternalStore } from 'react'
import { Link } from '@tanstack/react-router'
import { CountDot } from '@/client/design-system/badge'
import { InboxIcon } from 'lucide-react'
import * as m from '@/messages/compiled/messages.js'
import { readWaitingCount, subscribeToWaitingCount } from '@/offline/page/page-storage'
import { iconButton } from 'styled-system/recipes'

/** It reads the count that the outbox keeps in `localStorage`: a page that only shows the header opens no database. */
export function OutboxBadge() {
  const count = useSyncExternalStore(subscribe, readWaitingCount, () => 0)
  if (!(count > 0)) return null
  const label = m.shell_outbox_waiting({ n: count })
  return (
    <Link to="/outbox" className={iconButton()} aria-label={label} title={label}>
      <InboxIcon />
      <CountDot count={count} />
    </Link>
  )
}

function subscribe(listener: () => void): () => void {
  const stop = subscribeToWaitingCount(listener)
  window.addEventListener('storage', listener)
  return () => {
    stop()
    window.removeEventListener('storage', listener)
  }
}
