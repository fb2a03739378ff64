import { createFileRoute, useHydrated, useLocation, getRouteApi } from '@tanstack/react-router'
import { useState, useRef, type ReactNode } from 'react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { takeFocus } from '@/client/shared/layout/focus-after-removal'
import { noindexHead } from '@/client/shared/layout/page-head'
import { searchTexts } from '@/client/shared/links/web-url'
import { ButtonLink } from '@/client/shared/links/link'
import * as m from '@/messages/compiled/messages.js'
import { SITE } from '@/site/site'
import { Spinner } from '@/client/design-system/skeleton'
import { callEndpoint } from '@/client/shared/offline/client-call'
import { usedTagsQuery, useProgramme } from '@/client/shared/programme/programme-queries'
import { Button } from '@/client/design-system/button'
import { confirmWeek, endWeek, subscribeToWeek } from '@/contract/week-mail'
import type { Outcome } from '@/offline/api/next-step'
import { Honeypot } from '@/client/shared/event-form/honeypot'
import { FormFailure, useSchemaForm } from '@/client/shared/forms/use-schema-form'
import { ChipChoices } from '@/client/design-system/forms/chip-choices'
import { EmailField } from '@/client/design-system/forms/field'
import { smallText, titleText } from '@/client/design-system/text'
import { passwordResetSchema } from '@/domain/accounts/account'
import { toggled } from '@/domain/events/event-fields'
import { css } from 'styled-system/css'
import { cluster, pageColumn, stack } from 'styled-system/patterns'

/** `takesFocus`: it stands in place of what was pressed. */
function Part(props: { title: string; takesFocus?: boolean; children: ReactNode }) {
  const { title, takesFocus = false, children } = props
  return (
    <section className={stack({ gap: '4', alignItems: 'start' })}>
      <h1 ref={takesFocus ? takeFocus : undefined} tabIndex={-1} className={titleText}>
        {title}
      </h1>
      {children}
    </section>
  )
}

function ThisWeek() {
  return (
    <ButtonLink to="/week" variant="secondary">
      {m.week_title({ village: SITE.village })}
    </ButtonLink>
  )
}

const route = getRouteApi('/week-mail')

/**
 * Asks for the week. What is said then is the same for every address: nobody finds out who gets it. `takesFocus`: the person
 * came here from a link of this page, which has gone.
 */
function RequestWeek({ takesFocus }: { takesFocus: boolean }) {
  const programme = useProgramme()
  const { tags = '' } = route.useSearch()
  const [chosen, setChosen] = useState(() => tags.split(',').filter((key) => key !== ''))
  const [sentTo, setSentTo] = useState<string>()
  const honeypot = useRef<HTMLInputElement>(null)
  const used = useQuery(usedTagsQuery(programme)).data?.data ?? []
  const { form, fields, formProps, failure, isSubmitting } = useSchemaForm({
    schema: passwordResetSchema,
    initialValues: { email: '' },
    onValid: async ({ email }) => {
      const website = honeypot.current?.value ?? ''
      const outcome = await callEndpoint(subscribeToWeek, { body: { email, tag_keys: chosen, website } })
      if (outcome.kind === 'ok') {
        setSentTo(email)
        form.reset()
      }
      return outcome
    },
  })
  if (sentTo !== undefined)
    return (
      <Part takesFocus title={m.week_mail_asked_title()}>
        <p className={longWords}>{m.week_mail_asked({ email: sentTo })}</p>
        <ThisWeek />
      </Part>
    )
  const names = new Map(used.map(({ key, name }) => [key, name]))
  // A tag of the list that led here, though nothing bears it at the moment.
  const options = [...new Set([...names.keys(), ...chosen])]
  return (
    <Part takesFocus={takesFocus} title={m.week_mail_title()}>
      <p>{m.week_mail_intro({ village: SITE.village })}</p>
      <form {...formProps} className={stack({ gap: '5', alignItems: 'start' })}>
        <EmailField label={m.week_mail_email()} className={wide} {...fields.email} />
        {options.length > 0 ? (
          <ChipChoices
            label={m.week_mail_tags()}
            options={options}
            optionLabel={(key) => names.get(key) ?? key}
            chosen={chosen}
            onPress={(key) => setChosen((before) => toggled(before, key))}
          />
        ) : null}
        <Honeypot ref={honeypot} />
        <Button type="submit" busy={isSubmitting}>
          {isSubmitting ? m.week_mail_submitting() : m.week_mail_submit()}
        </Button>
        <FormFailure failure={failure} title={m.week_mail_failed()} />
      </form>
      <p className={smallText}>{m.week_mail_privacy()}</p>
    </Part>
  )
}

const wide = css({ width: '[min(100%, 26rem)]' })
const longWords = css({ overflowWrap: 'anywhere' })

/** A link out of a mail, `confirm=<id>.<token>` or `stop=…` in the fragment of its address. One that was cut off on its way opens nothing. */
function readWeekLink(fragment: string) {
  const [, purpose, id = '', token = ''] = /^(confirm|stop)=([^.]*)\.?(.*)$/.exec(fragment) ?? []
  return purpose === undefined ? undefined : { isStart: purpose === 'confirm', id, token }
}

type WeekLink = NonNullable<ReturnType<typeof readWeekLink>>

/** Somebody else may have named the address, and programs that scan mails open links: nothing happens before a press. */
function LinkOfMail({ link: { isStart, id, token } }: { link: WeekLink }) {
  const programme = useProgramme()
  const names = new Map(useQuery(usedTagsQuery(programme)).data?.data.map(({ key, name }) => [key, name]))
  const press = useMutation({
    mutationFn: (body: { id: string; token: string }): Promise<Outcome<{ tag_keys?: string[] }>> =>
      isStart ? callEndpoint(confirmWeek, { body }) : callEndpoint(endWeek, { body }),
  })
  const outcome = press.data
  if (outcome?.kind === 'ok') {
    const tags = outcome.data.tag_keys?.map((key) => names.get(key) ?? key).join(', ') ?? ''
    return (
      <Part takesFocus title={isStart ? m.week_mail_confirmed_title() : m.week_mail_stopped_title()}>
        <p>{isStart ? m.week_mail_confirmed() : m.week_mail_stopped()}</p>
        {tags === '' ? null : <p>{m.week_mail_confirmed_tags({ tags })}</p>}
        <div className={cluster()}>
          <ThisWeek />
          {isStart ? null : <RequestAgain />}
        </div>
      </Part>
    )
  }
  if (outcome?.kind === 'refused' && (outcome.code === 'NOT_FOUND' || outcome.code === 'VALIDATION_FAILED'))
    return (
      <Part takesFocus title={m.week_mail_dead_title()}>
        <p>{isStart ? m.week_mail_dead() : m.week_mail_dead_stop()}</p>
        {isStart ? <RequestAgain /> : <ThisWeek />}
      </Part>
    )
  const [label, busyLabel] = isStart
    ? [m.week_mail_confirm(), m.week_mail_confirming()]
    : [m.week_mail_stop(), m.week_mail_stopping()]
  return (
    <Part title={isStart ? m.week_mail_confirm_title() : m.week_mail_stop_title()}>
      <p>{isStart ? m.week_mail_confirm_text() : m.week_mail_stop_text()}</p>
      <Button busy={press.isPending} onClick={() => press.mutate({ id, token })}>
        {press.isPending ? busyLabel : label}
      </Button>
      <FormFailure failure={outcome} title={m.week_mail_failed()} />
    </Part>
  )
}

function RequestAgain() {
  return (
    <ButtonLink to="/week-mail" hash="" variant="secondary">
      {m.week_mail_again()}
    </ButtonLink>
  )
}

/** The week by mail (rules 2.17): asking for it, and what the links of its mails lead to. */
function WeekMailPage() {
  const link = readWeekLink(useLocation({ select: ({ hash }) => hash }))
  const [first] = useState(link)
  const isHydrated = useHydrated()
  return (
    <div className={pageColumn({ width: 'form' })}>
      {!isHydrated ? (
        // The links stand in the fragment, which no server sees.
        <Part title={m.week_mail_title()}>
          <Spinner />
        </Part>
      ) : link === undefined ? (
        <RequestWeek takesFocus={first !== undefined} />
      ) : (
        <LinkOfMail key={link.token} link={link} />
      )}
    </div>
  )
}

/** `tags` are keys, joined by commas: those of the list that led here, or of the mail that is changed. */
const readSearch = searchTexts('tags')

export const Route = createFileRoute('/week-mail')({
  validateSearch: readSearch,
  // The links of people's mails lead here.
  head: noindexHead(m.week_mail_title),
  component: WeekMailPage,
})
