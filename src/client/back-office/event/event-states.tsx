import { useState } from 'react'
import { lazyPart } from '@/client/shared/loading/lazy-part'
import { StateLine } from '@/client/shared/programme/event-state'
import { dayText } from '@/client/shared/time/event-dates'
import { Button } from '@/client/design-system/button'
import type { BackOfficeEvent } from '@/contract/back-office/back-office-events'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import { css } from 'styled-system/css'
import { cluster } from 'styled-system/patterns'

const StateDialog = lazyPart(
  async () => (await import('@/client/back-office/layout/states/state-dialog')).StateDialog,
)

/** Shows the states of an event and of its days, each with the way to change it (rules 4.9). */
export function EventStates({ event: { id, title, states } }: { event: BackOfficeEvent }) {
  const [opened, setOpened] = useState<{ day?: string }>()
  const whole = states?.whole === undefined ? [] : [{ day: undefined, ...states.whole }]
  const lines = [...whole, ...(states?.days ?? [])]
  return (
    <>
      <ul className={list}>
        {lines.map((announcement) => {
          const { day } = announcement
          const of = day === undefined ? m.admin_state_whole() : dayText(day, getLocale())
          return (
            <li key={day ?? ''} className={cluster({ gap: '2' })}>
              {of}
              <StateLine event={announcement} />
              <Button
                size="sm"
                variant="ghost"
                aria-label={m.admin_state_change_of({ of })}
                onClick={() => setOpened(day === undefined ? {} : { day })}
              >
                {m.admin_state_change()}
              </Button>
            </li>
          )
        })}
      </ul>
      <Button
        size="sm"
        variant="secondary"
        aria-label={m.admin_state_set_of({ title })}
        onClick={() => setOpened({})}
      >
        {m.admin_state_set()}
      </Button>
      {opened === undefined ? null : (
        <StateDialog event={{ id, title }} day={opened.day} onClose={() => setOpened(undefined)} />
      )}
    </>
  )
}

const list = css({ display: 'grid', gap: '1' })
