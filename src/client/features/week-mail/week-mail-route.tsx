import { createFileRoute, useHydrated, useLocation, getRouteApi, Link } from '@tanstack/react-router'
import { useState, useRef, useLayoutEffect } from 'react'
import type { ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { searchTexts } from '@/client/shared/links/web-url'
import * as m from '@/messages/compiled/messages.js'
import { SITE } from '@/site/site'
import { Spinner } from '@/client/design-system/skeleton'
import { formFailureText } from '@/client/shared/forms/server-error-text'
import { callEndpoint } from '@/client/shared/offline/client-call'
import { usedTagsQuery } from '@/client/shared/programme/programme-queries'
import { Banner } from '@/client/design-system/banner'
import { Button } from '@/client/design-system/button'
import { confirmWeek, endWeek, subscribeToWeek } from '@/contract/week-mail'
import type { Outcome } from '@/offline/api/next-step'
import { Honeypot } from '@/client/shared/event-form/honeypot'
import { fieldProps, useSchemaForm } from '@/client/shared/forms/use-schema-form'
import { useUnsaved } from '@/client/shared/forms/unsaved'
import { ChipChoices } from '@/client/design-system/forms/chip-choices'
import { TextField } from '@/client/design-system/forms/field'
import { passwordResetSchema } from '@/domain/accounts/account'
import type { PasswordResetForm } from '@/domain/accounts/account'
import { css } from 'styled-system/css'
import { page, stack } from 'styled-system/patterns'
import { button } from 'styled-system/recipes'

interface WeekHeadingProps {
  /** It stands in place of a button that was pressed: it takes the focus, and is read aloud. */
  takesFocus?: boolean
  children: ReactNode
}

/** The heading of the page in each of its states. */
function WeekHeading({ takesFocus = false, children }: WeekHeadingProps) {
  const element = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => {
    if (takesFocus) element.current?.focus()
  }, [takesFocus])
  return (
    <h1 ref={element} tabIndex={-1} className={heading}>
      {children}
    </h1>
  )
}

const heading = css({ textStyle: 'title', _focusVisible: { outline: 'none' } })

const requestWeekRoute = getRouteApi('/week-mail')

/**
 * Asks for the week. What is said then is the same for every address: nobody finds out who gets it. `takesFocus`: the person
 * came here from a link of this page, which has gone.
 */
function RequestWeek({ takesFocus }: { takesFocus: boolean }) {
  const { programme } = requestWeekRoute.useRouteContext()
  const { tags = '' } = requestWeekRoute.useSearch()
  const [chosen, setChosen] = useState(() => tags.split(',').filter((key) => key !== ''))
  const [sentTo, setSentTo] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const honeypot = useRef<HTMLInputElement>(null)
  const used = useQuery(usedTagsQuery(programme)).data?.data ?? []
  const { form, formProps, isDirty } = useSchemaForm<PasswordResetForm, PasswordResetForm>({
    schema: passwordResetSchema,
    initialValues: { email: '' },
    onValid: async ({ email }) => {
      setFailure(undefined)
      const website = honeypot.current?.value ?? ''
      const outcome = await callEndpoint(subscribeToWeek, { body: { email, tag_keys: chosen, website } })
      if (outcome.kind === 'ok') setSentTo(email)
      else setFailure(formFailureText(outcome))
    },
  })
  useUnsaved(isDirty && sentTo === undefined)
  if (sentTo !== undefined)
    return (
      <section className={stack({ gap: '4' })}>
        <WeekHeading takesFocus>{m.week_mail_asked_title()}</WeekHeading>
        <p className={longWords}>{m.week_mail_asked({ email: sentTo })}</p>
      </section>
    )
  const names = new Map(used.map(({ key, name }) => [key, name]))
  // A tag of the list that led here, though nothing bears it at the moment.
  const options = [...new Set([...names.keys(), ...chosen])]
  const press = (key: string) =>
    setChosen((before) => (before.includes(key) ? before.filter((one) => one !== key) : [...before, key]))
  return (
    <section className={stack({ gap: '4' })}>
      <WeekHeading takesFocus={takesFocus}>{m.week_mail_title()}</WeekHeading>
      <p>{m.week_mail_intro({ village: SITE.village })}</p>
      <form {...formProps} className={stack({ gap: '5', alignItems: 'start' })}>
        <form.Field name="email">
          {(field) => (
            <TextField
              label={m.week_mail_email()}
              type="email"
              inputMode="email"
              autoComplete="email"
              autoCapitalize="none"
              spellCheck={false}
              required
              className={wide}
              {...fieldProps(field)}
            />
          )}
        </form.Field>
        {options.length > 0 ? (
          <ChipChoices
            label={m.week_mail_tags()}
            options={options}
            optionLabel={(key) => names.get(key) ?? key}
            chosen={chosen}
            onPress={press}
          />
        ) : null}
        <Honeypot ref={honeypot} />
        <form.Subscribe selector={({ isSubmitting }) => isSubmitting}>
          {(isSubmitting) => (
            <Button type="submit" busy={isSubmitting}>
              {isSubmitting ? m.week_mail_submitting() : m.week_mail_submit()}
            </Button>
          )}
        </form.Subscribe>
      </form>
      {failure === undefined ? null : (
        <Banner tone="danger" role="alert" title={m.week_mail_failed()}>
          {failure}
        </Banner>
      )}
      <p className={muted}>{m.week_mail_privacy()}</p>
    </section>
  )
}

const wide = css({ width: '[min(100%, 26rem)]' })
const longWords = css({ overflowWrap: 'anywhere' })
const muted = css({ textStyle: 'small', color: 'fg.muted' })

/** A link out of a mail, in the fragment of its address. One that was cut off on its way has no token that opens anything. */
interface WeekLink {
  purpose: 'confirm' | 'stop'
  id: string
  token: string
}

const LINK = /^(confirm|stop)=([^.]*)\.?(.*)$/
/** An id that no request has; the server refuses it like any other that is wrong. */
const NO_ID = '00000000-0000-4000-8000-000000000000'
const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Reads `confirm=<id>.<token>`; undefined for any other fragment. */
function readWeekLink(fragment: string): WeekLink | undefined {
  const [, purpose, id = '', token = ''] = LINK.exec(fragment) ?? []
  if (purpose !== 'confirm' && purpose !== 'stop') return undefined
  return { purpose, id: ID.test(id) ? id : NO_ID, token: token === '' ? '-' : token.slice(0, 200) }
}

const route = getRouteApi('/week-mail')

/** The link that begins it: somebody else may have named the address of the mail, so that they press a button first. */
function ConfirmWeek({ link: { id, token } }: { link: WeekLink }) {
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
function StopWeek({ link: { id, token } }: { link: WeekLink }) {
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

/**
 * The week by mail (rules 2.17): asking for it, and what the links of its mails lead to. Those stand in the fragment, which no server
 * sees; nothing happens by opening them, because programs that scan mails do.
 */
function WeekMailPage() {
  const link = readWeekLink(useLocation({ select: ({ hash }) => hash }))
  const [first] = useState(link)
  const isHydrated = useHydrated()
  return (
    <div className={page({ width: 'form' })}>
      <div className={frame}>
        {!isHydrated ? (
          // The server sees no link.
          <>
            <WeekHeading>{m.week_mail_title()}</WeekHeading>
            <Spinner />
          </>
        ) : link === undefined ? (
          <RequestWeek takesFocus={first !== undefined} />
        ) : link.purpose === 'confirm' ? (
          <ConfirmWeek key={link.token} link={link} />
        ) : (
          <StopWeek key={link.token} link={link} />
        )}
      </div>
    </div>
  )
}

const frame = css({
  display: 'flex',
  flexDirection: 'column',
  gap: '6',
  paddingBlock: { base: '6', md: '10' },
})

/** `tags` are keys, joined by commas: those of the list that led here, or of the mail that is changed. */
const readSearch = searchTexts('tags')

export const Route = createFileRoute('/week-mail')({
  validateSearch: readSearch,
  // The loader comes with the page and brings its head, so that the first load has neither.
  codeSplitGroupings: [['loader', 'component']],
  loader: () => ({
    // The page is not for search engines: the links of people's mails lead here.
    meta: [{ title: `${m.week_mail_title()} · ${SITE.name}` }, { name: 'robots', content: 'noindex' }],
  }),
  head: ({ loaderData }) => loaderData ?? {},
  component: WeekMailPage,
})
