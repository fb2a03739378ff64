import { useState } from 'react'
import type { ReactNode } from 'react'
import { useLiveDevice } from '@/client/shared/offline/use-live-device'
import { StatedTitle } from '@/client/shared/programme/event-state'
import { announcementOf } from '@/client/shared/programme/state-days'
import { Banner } from '@/client/design-system/banner'
import { Button } from '@/client/design-system/button'
import { Spinner } from '@/client/design-system/spinner'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'
import { stack } from 'styled-system/patterns'
import { useManagedEntries } from './managed-entries'
import { ManagedForm } from './managed-form'
import { ManagedStates } from './managed-states'
import { versionOfWaiting } from './managed-versions'

export interface ManagedEventOfflineProps {
  id: string
  token: string
  isBusy: boolean
  /** Called when something has reached the server, or the person tries again. */
  onChanged: () => Promise<unknown>
  /** Shown where this device knows nothing of the event. */
  unknown: ReactNode
}

/** The event of the link by what this device has: the published event in its replica, and what waits in its outbox. */
export function ManagedEventOffline({ id, token, isBusy, onChanged, unknown }: ManagedEventOfflineProps) {
  const [formCount, setFormCount] = useState(0)
  const again = () => void onChanged()
  const entries = useManagedEntries(id, again)
  const found = useLiveDevice(async ({ replica }) => (await replica.event(id)) ?? null, [id])
  if (entries === undefined || found === 'loading') return <Spinner label={m.manage_loading()} />
  const known = found === 'unreadable' ? undefined : found?.event
  const { change, state } = entries
  const title = known?.title ?? state?.payload.title ?? change?.payload.change.title
  if (title === undefined) return unknown
  // A state is said of what is published.
  const isPublished = known !== undefined || state !== undefined
  return (
    <>
      <header className={stack({ gap: '2' })}>
        <h1 className={heading}>{m.manage_title()}</h1>
        <p className={name}>
          <StatedTitle event={{ title, ...(known && announcementOf(known, undefined)) }} />
        </p>
      </header>
      <Banner
        tone="info"
        actions={
          <Button variant="secondary" size="sm" busy={isBusy} onClick={again}>
            {m.manage_retry()}
          </Button>
        }
      >
        {change === undefined ? m.manage_offline_states() : m.manage_offline()}
      </Banner>
      {isPublished ? (
        <ManagedStates
          event={{ id, title, schedules: known?.schedules ?? [], states: known?.states }}
          token={token}
          stateOf={entries.stateOf}
          onChanged={again}
        />
      ) : null}
      {change === undefined ? null : (
        <ManagedForm
          key={formCount}
          event={versionOfWaiting(change, known)}
          token={token}
          waiting={change}
          onDone={async () => setFormCount((before) => before + 1)}
        />
      )}
    </>
  )
}

const heading = css({ textStyle: 'title' })
const name = css({ textStyle: 'subheading', overflowWrap: 'anywhere' })
