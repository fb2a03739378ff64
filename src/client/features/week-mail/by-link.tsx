import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { formFailureText } from '@/client/shared/forms/server-error-text'
import { callEndpoint } from '@/client/shared/offline/client-call'
import { usedTagsQuery } from '@/client/shared/programme/programme-queries'
import { Banner } from '@/client/design-system/banner'
import { Button } from '@/client/design-system/button'
import { confirmWeek, endWeek } from '@/contract/week-mail'
import * as m from '@/messages/compiled/messages.js'
import type { Outcome } from '@/offline/api/outcome'
import { stack } from 'styled-system/patterns'
import { button } from 'styled-system/recipes'
import { WeekHeading } from './week-heading'
import type { WeekLink } from './week-link'

const route = getRouteApi('/week-mail')

/** The link that begins it: somebody else may have named the address of the mail, so that they press a button first. */
export function ConfirmWeek({ link: { id, token } }: { link: WeekLink }) {
  const { programme } = route.useRouteContext()
  const names = new Map(useQuery(usedTagsQuery(programme)).data?.data.map(({ key, name }) => [key, name]))
  const call = useCall(() => callEndpoint(confirmWeek, { body: { id, token } }))
  const { done } = call
  if (done !== undefined) {
    const topics = done.tag_keys.map((key) => names.get(key) ?? key).join(', ')
    return (
      <Result title={m.week_mail_confirmed_title()}>
        <p>{m.week_mail_confirmed()}</p>
        {topics === '' ? null : <p>{m.week_mail_confirmed_tags({ tags: topics })}</p>}
      </Result>
    )
  }
  if (call.isInvalid)
    return (
      <Result title={m.week_mail_dead_title()}>
        <p>{m.week_mail_dead()}</p>
        <RequestAgain />
      </Result>
    )
  return (
    <Question
      title={m.week_mail_confirm_title()}
      text={m.week_mail_confirm_text()}
      label={call.isBusy ? m.week_mail_confirming() : m.week_mail_confirm()}
      call={call}
    />
  )
}

/** The link that ends it. */
export function StopWeek({ link: { id, token } }: { link: WeekLink }) {
  const call = useCall(() => callEndpoint(endWeek, { body: { id, token } }))
  if (call.done !== undefined)
    return (
      <Result title={m.week_mail_stopped_title()}>
        <p>{m.week_mail_stopped()}</p>
        <RequestAgain />
      </Result>
    )
  if (call.isInvalid)
    return (
      <Result title={m.week_mail_dead_title()}>
        <p>{m.week_mail_dead_stop()}</p>
      </Result>
    )
  return (
    <Question
      title={m.week_mail_stop_title()}
      text={m.week_mail_stop_text()}
      label={call.isBusy ? m.week_mail_stopping() : m.week_mail_stop()}
      call={call}
    />
  )
}

interface PressedCall {
  press: () => void
  isBusy: boolean
  failure: string | undefined
}

/** A call by a button: `isInvalid` once the server knows no such link. After any other failure the button is there again. */
function useCall<T>(
  send: () => Promise<Outcome<T>>,
): PressedCall & { done: T | undefined; isInvalid: boolean } {
  const [outcome, setOutcome] = useState<Outcome<T>>()
  const [isBusy, setBusy] = useState(false)
  const run = async () => {
    if (isBusy) return
    setBusy(true)
    setOutcome(await send())
    setBusy(false)
  }
  const isInvalid = outcome?.kind === 'refused' && outcome.code === 'NOT_FOUND'
  return {
    press: () => void run(),
    isBusy,
    done: outcome?.kind === 'ok' ? outcome.data : undefined,
    isInvalid,
    failure: outcome === undefined || outcome.kind === 'ok' || isBusy ? undefined : formFailureText(outcome),
  }
}

interface QuestionProps {
  title: string
  text: string
  label: string
  call: PressedCall
}

function Question({ title, text, label, call: { press, isBusy, failure } }: QuestionProps) {
  return (
    <section className={stack({ gap: '4', alignItems: 'start' })}>
      <WeekHeading>{title}</WeekHeading>
      <p>{text}</p>
      <Button busy={isBusy} onClick={press}>
        {label}
      </Button>
      {failure === undefined ? null : (
        <Banner tone="danger" role="alert" title={m.week_mail_failed()}>
          {failure}
        </Banner>
      )}
    </section>
  )
}

function Result({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={stack({ gap: '4', alignItems: 'start' })}>
      <WeekHeading takesFocus>{title}</WeekHeading>
      {children}
    </section>
  )
}

function RequestAgain() {
  return (
    <Link to="/week-mail" search={{}} hash="" className={button({ variant: 'secondary' })}>
      {m.week_mail_again()}
    </Link>
  )
}
