import { Link } from '@tanstack/react-router'
import { useLiveOutbox } from '@/client/shared/outbox/use-live-outbox'
import * as m from '@/messages/compiled/messages.js'
import { isReadable, isUnsent } from '@/offline/outbox/entry'
import type { OutboxItem } from '@/offline/outbox/entry'
import { css, cx } from 'styled-system/css'
import { button, textLink } from 'styled-system/recipes'

/** The way to another try of a rejected event; to the outbox while one waits there, so that it is not sent twice. */
export function SubmitAgain({ id, title }: { id: string; title: string }) {
  const items = useLiveOutbox((outbox) => outbox.list(), [])
  if (Array.isArray(items) && items.some((item) => isTryOf(item, id)))
    return (
      <Link to="/outbox" className={cx(textLink(), action)}>
        {m.profile_event_again_waits()}
      </Link>
    )
  return (
    <Link
      to="/add-event"
      search={{ again: id }}
      aria-label={m.profile_event_again_of({ title })}
      className={cx(button({ variant: 'secondary', size: 'sm' }), action)}
    >
      {m.profile_event_again()}
    </Link>
  )
}

function isTryOf(item: OutboxItem, id: string): boolean {
  return (
    isReadable(item) && isUnsent(item) && item.kind === 'submitEvent' && item.payload.resubmission_of === id
  )
}

const action = css({ justifySelf: 'start', marginTop: '1' })
