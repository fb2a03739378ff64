import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { CountDot } from '@/client/ui/badge'
import { TrayIcon } from '@/client/ui/icons'
import * as m from '@/messages/compiled/messages.js'
import { iconButton } from 'styled-system/recipes'
import { useOfflineClient } from './offline-client'

/** How many entries of this device wait to be sent; nothing when none does. */
export function OutboxBadge() {
  const waiting = useWaiting()
  if (waiting === 0) return null
  const label = m.shell_outbox_waiting({ n: waiting })
  return (
    <Link to="/outbox" className={iconButton()} aria-label={label} title={label}>
      <TrayIcon />
      <CountDot count={waiting} />
    </Link>
  )
}

function useWaiting(): number {
  const device = useOfflineClient()
  const [waiting, setWaiting] = useState(0)
  useEffect(() => {
    if (device === undefined) return
    let isGone = false
    const count = async () => {
      const now = await device.outbox.waiting()
      if (!isGone) setWaiting(now)
    }
    // Storage can be refused (private windows): then nothing waits here.
    const recount = () => void count().catch(() => undefined)
    recount()
    const end = device.outbox.subscribe(recount)
    return () => {
      isGone = true
      end()
    }
  }, [device])
  return waiting
}
