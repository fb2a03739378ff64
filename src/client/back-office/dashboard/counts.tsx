import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { RowButton } from '@/client/back-office/shared/table'
import * as m from '@/messages/compiled/messages.js'
import { lazyPart } from '@/client/shared/loading/lazy-part'
import { StateLine, StatedTitle } from '@/client/shared/programme/event-state'
import { cardDate } from '@/client/shared/time/event-dates'
import type { Overview } from '@/contract/back-office/back-office-overview'
import { isOff } from '@/domain/events/event-state'
import { getLocale } from '@/messages/compiled/runtime.js'
import { useSetState } from '@/client/back-office/shared/use-set-state'
import { css, cx } from 'styled-system/css'
import { card, textLink } from 'styled-system/recipes'
import { cluster } from 'styled-system/patterns'
import { liveEventCountsQuery, liveTagsQuery, liveUserCountsQuery, Loaded } from './panel'

export function Counts() {
  const events = useQuery(liveEventCountsQuery())
  const tags = useQuery(liveTagsQuery())
  const users = useQuery(liveUserCountsQuery())
  return (
    <>
      <Group title={m.admin_nav_events()}>
        <Loaded query={events} height="5.5rem">
          {(counts) => (
            <div className={tiles}>
              <Link to="/backoffice/events" search={{}} className={tile}>
                <Count label={m.admin_pending_review()} count={counts.on_review} />
              </Link>
              <Link to="/backoffice/events" search={{ status: 'PUBLISHED' }} className={tile}>
                <Count label={m.admin_published()} count={counts.published} />
              </Link>
              <Link to="/backoffice/events" search={{ status: 'REJECTED' }} className={tile}>
                <Count label={m.admin_rejected()} count={counts.rejected} />
              </Link>
              {counts.proposals ? (
                <Link to="/backoffice/events" search={{ traits: 'proposal' }} className={tile}>
                  <Count label={m.admin_dashboard_proposals()} count={counts.proposals} />
                </Link>
              ) : null}
            </div>
          )}
        </Loaded>
      </Group>
      <div className={pair}>
        <Group title={m.admin_nav_tags()}>
          <Loaded query={tags} height="5.5rem">
            {({ length }) => (
              <Link to="/backoffice/tags" className={tile}>
                <Count label={m.admin_dashboard_total_tags()} count={length} />
              </Link>
            )}
          </Loaded>
        </Group>
        <Group title={m.admin_nav_users()}>
          <Loaded query={users} height="5.5rem">
            {(counts) => (
              <Link to="/backoffice/users" className={cx(tile, roles)}>
                <Count label={m.admin_dashboard_role_users()} count={counts.users} />
                <Count label={m.admin_dashboard_role_admins()} count={counts.admins} />
              </Link>
            )}
          </Loaded>
        </Group>
      </div>
    </>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={group}>
      <h2 className={heading}>{title}</h2>
      {children}
    </section>
  )
}

function Count({ label, count }: { label: string; count: number }) {
  return (
    <span className={countBox}>
      <span className={number}>{count}</span>
      <span className={name}>{label}</span>
    </span>
  )
}

const group = css({ display: 'grid', gap: '3', minWidth: '0', alignContent: 'start' })
const heading = css({ textStyle: 'subheading' })
const tiles = css({
  display: 'grid',
  gap: '3',
  gridTemplateColumns: '[repeat(auto-fit, minmax(min(100%, 6.75rem), 1fr))]',
})
const roles = css({
  display: 'grid',
  gap: '3',
  gridTemplateColumns: '[repeat(auto-fit, minmax(min(100%, 8.5rem), 1fr))]',
})
// The pair is in line with the three tiles above.
const pair = css({
  display: 'grid',
  rowGap: '6',
  columnGap: '3',
  gridTemplateColumns: { sm: '[repeat(3, minmax(0, 1fr))]' },
  '& > :last-child': { gridColumn: { sm: '[span 2]' } },
})
const tile = card({ pad: true, interactive: true })
const countBox = css({ display: 'grid', gap: '1', minWidth: '0' })
const name = css({ textStyle: 'small' })
const number = css({ textStyle: 'title' })

const StateDialog = lazyPart(
  async () => (await import('@/client/back-office/shared/state-dialog')).StateDialog,
)

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
                  {cardDate(event, getLocale())} · <bdi>{event.location_name}</bdi>
                </p>
              </div>
              <div className={cluster({ gap: '2' })}>
                {isOff(event.state) ? null : (
                  <RowButton
                    name={m.admin_call_off_of({ title })}
                    busy={isPending && variables.id === id}
                    onClick={callOff}
                  >
                    {m.admin_call_off()}
                  </RowButton>
                )}
                <RowButton
                  variant="ghost"
                  name={m.admin_state_set_of({ title })}
                  onClick={() => setOpened(event)}
                >
                  {m.admin_state_set()}
                </RowButton>
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
