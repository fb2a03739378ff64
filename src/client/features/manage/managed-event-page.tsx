import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { StateLine, StatedTitle } from '@/client/shared/programme/event-state'
import { Spinner } from '@/client/design-system/spinner'
import type { ManagedEvent } from '@/contract/managed-events/read-managed-event'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'
import { stack } from 'styled-system/patterns'
import { textLink } from 'styled-system/recipes'
import { useManagedEntries } from './managed-entries'
import { ManagedEventOffline } from './managed-event-offline'
import type { ManagedEventOfflineProps } from './managed-event-offline'
import { ManagedForm } from './managed-form'
import { ManagedStates } from './managed-states'
import { versionOf } from './managed-versions'
import { ResubmitManaged } from './resubmit-managed'

interface ManagedEventPageProps extends ManagedEventOfflineProps {
  /** Undefined where the server was not reached. */
  event: ManagedEvent | undefined
}

/** The event of the link, as the server has it or this device knows it. */
export function ManagedEventPage({ event, ...props }: ManagedEventPageProps) {
  return event === undefined ? (
    <ManagedEventOffline {...props} />
  ) : (
    <FetchedEvent event={event} token={props.token} onChanged={props.onChanged} />
  )
}

interface FetchedEventProps {
  event: ManagedEvent
  token: string
  /** Called when something has reached the server. Resolves once it has been read again. */
  onChanged: () => Promise<unknown>
}

/** The event as the server has it: title, status, states of its dates, and the form. */
function FetchedEvent({ event, token, onChanged }: FetchedEventProps) {
  const [formCount, setFormCount] = useState(0)
  const entries = useManagedEntries(event.id, () => void onChanged())
  if (entries === undefined) return <Spinner label={m.manage_loading()} />
  return (
    <>
      <header className={stack({ gap: '2' })}>
        <h1 className={title}>{event.status === 'REJECTED' ? m.profile_again_title() : m.manage_title()}</h1>
        <p className={name}>
          <StatedTitle event={event} />
        </p>
        <StateLine event={event} />
        <p>{STATUS_TEXTS[event.status]()}</p>
        {event.status === 'PUBLISHED' ? (
          <Link to="/events/$id" params={{ id: event.id }} className={textLink()}>
            {m.manage_see_event()}
          </Link>
        ) : null}
      </header>
      {event.status === 'REJECTED' ? (
        <ResubmitManaged event={event} />
      ) : (
        <>
          {event.status === 'PUBLISHED' ? (
            <ManagedStates
              event={event}
              token={token}
              stateOf={entries.stateOf}
              onChanged={() => void onChanged()}
            />
          ) : null}
          <ManagedForm
            key={formCount}
            event={versionOf(event)}
            token={token}
            waiting={entries.change}
            onDone={async (hasResponse) => {
              // The next form begins with what is stored by now.
              if (hasResponse) await onChanged()
              setFormCount((before) => before + 1)
            }}
          />
        </>
      )}
    </>
  )
}

const STATUS_TEXTS: Record<ManagedEvent['status'], () => string> = {
  ON_REVIEW: m.manage_status_on_review,
  PUBLISHED: m.manage_status_published,
  REJECTED: m.manage_status_rejected,
}

const title = css({ textStyle: 'title' })
const name = css({ textStyle: 'subheading', overflowWrap: 'anywhere' })
