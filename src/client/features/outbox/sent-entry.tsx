import { Link } from '@tanstack/react-router'
import { CheckIcon } from '@/client/design-system/icons/form-icons'
import { useDeviceNow } from '@/client/shared/time/use-device-now'
import { timeAgo } from '@/client/shared/time/time-ago'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import type { OutboxEntry } from '@/offline/outbox/entry'
import { css } from 'styled-system/css'
import { textLink } from 'styled-system/recipes'
import { entryTitle } from './entry-labels'

/** The receipt of a sent entry. Shown for 7 days, then deleted. */
export function SentEntry({ entry }: { entry: OutboxEntry }) {
  const now = useDeviceNow()
  return (
    <li className={row}>
      <CheckIcon size={20} />
      <div>
        <h3 className={title}>{entryTitle(entry)}</h3>
        <p className={muted}>
          {m.outbox_sent_at({ when: timeAgo(entry.sentAt ?? entry.createdAt, now, getLocale()) })}
        </p>
        {entry.kind === 'submitEvent' ? (
          <Link
            to="/add-event"
            search={{ like: entry.id }}
            aria-label={m.outbox_use_again_of({ title: entryTitle(entry) })}
            className={textLink()}
          >
            {m.outbox_use_again()}
          </Link>
        ) : null}
      </div>
    </li>
  )
}

const row = css({
  display: 'flex',
  gap: '3',
  paddingBlock: '2',
  '& svg': { flexShrink: '0', marginTop: '0.5', color: 'success.fg' },
})
const title = css({ fontWeight: 'medium', overflowWrap: 'anywhere' })
const muted = css({ textStyle: 'small', color: 'fg.muted' })
