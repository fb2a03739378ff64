import { Link } from '@tanstack/react-router'
import { CountDot } from '@/client/ui/badge'
import { TrayIcon } from '@/client/ui/icons'
import * as m from '@/messages/compiled/messages.js'
import { iconButton } from 'styled-system/recipes'
import { useLiveOutbox } from './use-live-outbox'

/** How many entries of this device wait to be sent; nothing when none does. */
export function OutboxBadge() {
  const waiting = useLiveOutbox((outbox) => outbox.waiting(), [])
  // Where storage is refused (private windows) nothing waits.
  if (typeof waiting === 'string' || waiting === 0) return null
  const label = m.shell_outbox_waiting({ n: waiting })
  return (
    <Link to="/outbox" className={iconButton()} aria-label={label} title={label}>
      <TrayIcon />
      <CountDot count={waiting} />
    </Link>
  )
}
