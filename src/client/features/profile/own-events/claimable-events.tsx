import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { outcomeOf } from '@/client/shared/offline/client-call'
import { failureText } from '@/client/shared/forms/server-error-text'
import { ownKey, callAsUser } from '@/client/shared/session/own-queries'
import { dateTimeText } from '@/client/shared/time/event-dates'
import { toast } from '@/client/shared/notifications/toast'
import { Banner } from '@/client/design-system/banner'
import { Button } from '@/client/design-system/button'
import { FieldError } from '@/client/design-system/forms/field'
import { claimEvents } from '@/contract/accounts/own-events'
import type { OwnEventRow } from '@/contract/accounts/own-events'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import { css } from 'styled-system/css'
import { cluster } from 'styled-system/patterns'
import { claimableEventsQuery } from '../profile-queries'
import { Section } from '../section'

interface ClaimableEventsProps {
  userId: string
  /** They are taken over, or put off: the focus goes elsewhere. */
  onGone: () => void
}

/** Submissions with this address that were made signed out: they can be taken over. Nothing when there is none. */
export function ClaimableEvents({ userId, onGone }: ClaimableEventsProps) {
  const { data } = useQuery(claimableEventsQuery(userId))
  const [isPutOff, setPutOff] = useState(false)
  const events = data?.items ?? []
  if (events.length === 0 || isPutOff) return null
  const putOff = () => {
    setPutOff(true)
    onGone()
  }
  return <Claim userId={userId} events={events} onLater={putOff} onClaimed={onGone} />
}

interface ClaimProps {
  userId: string
  events: readonly OwnEventRow[]
  onLater: () => void
  onClaimed: () => void
}

function Claim({ userId, events, onLater, onClaimed }: ClaimProps) {
  const [unchecked, setUnchecked] = useState<ReadonlySet<string>>(new Set())
  const [isEmpty, setEmpty] = useState(false)
  const choices = useRef<HTMLFieldSetElement>(null)
  const errorId = useId()
  const queryClient = useQueryClient()
  const chosen = events.filter(({ id }) => !unchecked.has(id))
  const claim = useMutation({
    networkMode: 'always',
    mutationFn: async () => {
      const body = { event_ids: chosen.map(({ id }) => id) }
      return (await callAsUser(userId, claimEvents, { body })).claimed
    },
    onSuccess: (claimed) => {
      if (claimed.length > 0) toast.success(m.profile_claim_done({ n: claimed.length }))
      else toast.error(m.profile_claim_nothing())
      onClaimed()
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ownKey(userId) }),
  })
  const toggle = (id: string, isChosen: boolean) => {
    setEmpty(false)
    setUnchecked((before) => new Set(isChosen ? [...before].filter((one) => one !== id) : [...before, id]))
  }
  const submit = () => {
    if (chosen.length > 0) return claim.mutate()
    setEmpty(true)
    // The focus moves once the error is in the page: it is read with the group.
    requestAnimationFrame(() => choices.current?.querySelector('input')?.focus())
  }
  return (
    <Section title={m.profile_claim_title({ n: events.length })}>
      <p>{m.profile_claim_text()}</p>
      <fieldset
        className={group}
        ref={choices}
        aria-label={m.profile_claim_legend()}
        aria-describedby={isEmpty ? errorId : undefined}
      >
        <ul className={list}>
          {events.map((event) => (
            <li key={event.id}>
              {/* The box is native: Ark's, shared with the event form, would split its chunk and weigh 2 KiB more there. */}
              <label className={choice}>
                <input
                  type="checkbox"
                  checked={!unchecked.has(event.id)}
                  onChange={({ target }) => toggle(event.id, target.checked)}
                />
                <span dir="auto" className={facts}>
                  {event.title}
                  <span className={muted}>
                    {m.profile_event_created({ when: dateTimeText(event.created_at, getLocale()) })}
                  </span>
                </span>
              </label>
            </li>
          ))}
        </ul>
        {isEmpty ? <FieldError id={errorId} error={m.profile_claim_choose()} /> : null}
      </fieldset>
      {claim.isError ? (
        <Banner tone="danger" role="alert" title={m.profile_claim_failed()}>
          {failureText(outcomeOf(claim.error))}
        </Banner>
      ) : null}
      <div className={cluster({ gap: '3' })}>
        <Button busy={claim.isPending} onClick={submit}>
          {claim.isPending ? m.profile_claim_submitting() : m.profile_claim_submit()}
        </Button>
        <Button variant="ghost" onClick={onLater}>
          {m.profile_claim_later()}
        </Button>
      </div>
    </Section>
  )
}

const group = css({ display: 'grid', gap: '2', minWidth: '0' })
const list = css({ display: 'grid', gap: '1', maxHeight: '[20rem]', overflowY: 'auto' })
const choice = css({
  display: 'flex',
  gap: '3',
  alignItems: 'flex-start',
  minHeight: 'target',
  paddingBlock: '2',
  cursor: 'pointer',
  '& > input': { flexShrink: '0', width: '6', height: '6' },
})
const facts = css({ display: 'grid', minWidth: '0', overflowWrap: 'anywhere' })
const muted = css({ textStyle: 'small', color: 'fg.muted' })
