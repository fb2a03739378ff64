import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { lazyPart } from '@/client/shared/loading/lazy-part'
import { StateLine, StatedTitle } from '@/client/shared/programme/event-state'
import { cardDate } from '@/client/shared/time/event-dates'
import { Button } from '@/client/design-system/button'
import type { Overview } from '@/contract/back-office/back-office-overview'
import { isOff } from '@/domain/events/event-state'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import { css } from 'styled-system/css'
import { cluster } from 'styled-system/patterns'
import { textLink } from 'styled-system/recipes'
import { useSetState } from '@/client/back-office/layout/states/use-set-state'

const StateDialog = lazyPart(
  async () => (await import('@/client/back-office/layout/states/state-dialog')).StateDialog,
)

/** Lists the events of today, each with one tap to call it off for today, and one to set any other state. */
export function Today({ events }: { events: Overview['today'] }) {
  const [opened, setOpened] = useState<Overview['today'][number]>()
  const { mutate, isPending, variables } = useSetState()
  return (
    <>
      {events.length === 0 ? <p className={muted}>{m.admin_dashboard_today_none()}</p> : null}
      <ul className={list}>
        {events.map((event) => {
          const { id, title, day, start_time: start, revision, said } = event
          const callOff = () => mutate({ id, day, revision, before: said, wanted: { state: 'cancelled' } })
          return (
            <li key={`${id} ${start}`} className={cluster({ gap: '2', justify: 'space-between' })}>
              <div className={facts}>
                <StateLine event={event} />
                <Link to="/backoffice/events/$id" params={{ id }} className={textLink()}>
                  <StatedTitle event={event} />
                </Link>
                <p className={muted}>
                  {cardDate(event, getLocale())} · {event.location_name}
                </p>
              </div>
              <div className={cluster({ gap: '2' })}>
                {isOff(event.state) ? null : (
                  <Button
                    size="sm"
                    variant="secondary"
                    aria-label={m.admin_call_off_of({ title })}
                    busy={isPending && variables.id === id}
                    onClick={callOff}
                  >
                    {m.admin_call_off()}
                  </Button>
                )}
                <Button
                  size="sm"
                  variant="ghost"
                  aria-label={m.admin_state_set_of({ title })}
                  onClick={() => setOpened(event)}
                >
                  {m.admin_state_set()}
                </Button>
              </div>
            </li>
          )
        })}
      </ul>
      {opened === undefined ? null : (
        <StateDialog event={opened} day={dayOf(opened)} onClose={() => setOpened(undefined)} />
      )}
    </>
  )
}

/** The state of the event as a whole is changed there. */
function dayOf({ day, state, said }: Overview['today'][number]): string | undefined {
  return state !== undefined && said === undefined ? undefined : day
}

const list = css({ display: 'grid', gap: '4' })
const facts = css({ minWidth: '0', flex: '[1 1 12rem]' })
const muted = css({ color: 'fg.muted' })
