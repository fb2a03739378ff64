import { Link } from '@tanstack/react-router'
import { CountDot } from '@/client/design-system/badge'
import { InboxIcon } from 'lucide-react'
import * as m from '@/messages/compiled/messages.js'
import { iconButton } from 'styled-system/recipes'
import { useLiveOutbox } from './use-live-outbox'

export function OutboxBadge() {
  const unsentCount = useLiveOutbox((outbox) => outbox.waiting(), [])
  // A browser that forbids storage (private windows) has no outbox to count.
  if (typeof unsentCount === 'string' || unsentCount === 0) return null
  const label = m.shell_outbox_waiting({ n: unsentCount })
  return (
    <Link to="/outbox" className={iconButton()} aria-label={label} title={label}>
      <InboxIcon />
      <CountDot count={unsentCount} />
    </Link>
  )
}
