import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useLiveOutbox } from '@/client/shared/outbox/use-live-outbox'
import { Banner } from '@/client/design-system/banner'
import { TrayIcon } from '@/client/design-system/icons/later-icons'
import * as m from '@/messages/compiled/messages.js'
import { isReadable, isUnsent } from '@/offline/outbox/entry'
import type { OutboxEntry } from '@/offline/outbox/entry'
import { css } from 'styled-system/css'
import { textLink } from 'styled-system/recipes'
import { ownEventsKey } from '../profile-queries'

const SHOWN = 3

/** This account's events in the outbox of this device; one that is sent joins the list below. */
export function WaitingEvents({ userId }: { userId: string }) {
  const found = useLiveOutbox((outbox) => outbox.list(), [])
  const queryClient = useQueryClient()
  const waiting = Array.isArray(found) ? found.filter(isReadable).filter((entry) => isOf(entry, userId)) : []
  const before = useRef(0)
  useEffect(() => {
    if (waiting.length < before.current)
      void queryClient.invalidateQueries({ queryKey: ownEventsKey(userId) })
    before.current = waiting.length
  }, [queryClient, userId, waiting.length])
  if (waiting.length === 0) return null
  const refused = waiting.filter(({ state }) => state === 'needs-attention').length
  return (
    <Banner
      tone={refused > 0 ? 'warning' : 'info'}
      icon={<TrayIcon size={20} />}
      title={
        refused > 0
          ? m.profile_waiting_attention({ n: refused })
          : m.profile_waiting_title({ n: waiting.length })
      }
    >
      <ul className={titles}>
        {waiting.slice(0, SHOWN).map((entry) => (
          <li key={entry.id}>{entry.kind === 'submitEvent' ? entry.payload.title : null}</li>
        ))}
        {waiting.length > SHOWN ? <li>{m.profile_waiting_more({ n: waiting.length - SHOWN })}</li> : null}
      </ul>
      <Link to="/outbox" className={textLink()}>
        {m.profile_waiting_link()}
      </Link>
    </Banner>
  )
}

function isOf(entry: OutboxEntry, userId: string): boolean {
  return entry.owner === userId && entry.kind === 'submitEvent' && isUnsent(entry)
}

const titles = css({ overflowWrap: 'anywhere', marginBottom: '1' })
