import { createFileRoute, getRouteApi, useLocation, useRouter } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { noindexHead } from '@/client/shared/layout/page-head'
import { ButtonLink, TextLink } from '@/client/shared/links/link'
import * as m from '@/messages/compiled/messages.js'
import { outcomeOf, unwrap, callEndpoint, type CallFailed } from '@/client/shared/offline/client-call'
import { failureText } from '@/client/shared/forms/server-error-text'
import { Button } from '@/client/design-system/button'
import { EmptyState, Banner } from '@/client/design-system/banner'
import { Spinner } from '@/client/design-system/skeleton'
import { lazyPart } from '@/client/shared/loading/lazy-part'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { EventCard } from '@/client/shared/programme/event-card'
import { eventQuery } from '@/client/shared/programme/programme-queries'
import { storeReturnAddress } from '@/client/shared/session/return-address'
import { useCurrentUser } from '@/client/shared/session/use-current-user'
import { useNow } from '@/client/shared/time/use-now'
import { readManagedEvent, requestManageLink, type ManagedEvent } from '@/contract/events/managed-events'
import { ensureTemporal } from '@/domain/time/village-time'
import { FormFailure, SubmitButton, useSchemaForm } from '@/client/shared/forms/use-schema-form'
import { EmailField } from '@/client/design-system/forms/field'
import { titleText } from '@/client/design-system/text'
import { passwordResetSchema } from '@/domain/accounts/account'
import { cluster, pageColumn, stack } from 'styled-system/patterns'
import type { ManagedEventPageProps } from './managed-event-page'

const ManagedEventPage = lazyPart(async () => (await import('./managed-event-page')).ManagedEventPage, {
  fallback: <Opening />,
})

const route = getRouteApi('/manage/$id')

/**
 * An event in the hand of whoever has the link of its mails, or is signed in to its account (rules 2.15). The token is in the fragment,
 * which no server sees.
 */
function ManagePage() {
  const { id } = route.useParams()
  const token = useLocation({ select: ({ hash }) => hash })
  const user = useCurrentUser()
  // A form that is open stays open, whatever becomes of the session.
  const [opener, setOpener] = useState(user)
  if (user !== undefined && !opener && user !== opener) setOpener(user)
  return (
    <div className={pageColumn({ width: 'form' })}>
      {opener === undefined ? (
        <Opening />
      ) : opener === null && token === '' ? (
        <AskForLink id={id} />
      ) : (
        <ManagedEventOf
          key={`${id} ${token}`}
          id={id}
          token={token === '' ? undefined : token}
          isSignedOut={token === '' && user?.id !== opener?.id}
        />
      )}
    </div>
  )
}

type ManagedEventOfProps = Pick<ManagedEventPageProps, 'id' | 'token' | 'isSignedOut'>

function ManagedEventOf({ id, token, isSignedOut }: ManagedEventOfProps) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['managed-event', id, token],
    queryFn: async ({ signal }): Promise<ManagedEvent> => {
      const { api } = await loadOfflineClient()
      const [outcome] = await Promise.all([
        api.call(readManagedEvent, { params: { id }, body: { token } }, { signal }),
        ensureTemporal(),
      ])
      return unwrap(outcome)
    },
    enabled: !isSignedOut,
    networkMode: 'always',
    // An event that was not read without a network is read when that is back.
    refetchOnReconnect: 'always',
    retry: false,
    // Another account on this device must not find it.
    gcTime: 0,
  })
  if (data !== undefined)
    return (
      <ManagedEventPage
        {...{ id, token, isSignedOut }}
        event={data}
        refetch={async () => (await refetch()).data}
      />
    )
  if (isSignedOut) return <AskForLink id={id} />
  if (error === null) return <Opening />
  const again = () => void refetch()
  return <NotOpened {...{ id, token }} outcome={outcomeOf(error)} isBusy={isFetching} onRetry={again} />
}

function Opening() {
  return (
    <>
      <h1 className={titleText}>{m.manage_title()}</h1>
      <noscript>{m.sign_in_scripts()}</noscript>
      <Spinner label={m.manage_loading()} />
    </>
  )
}

interface NotOpenedProps extends Pick<ManagedEventOfProps, 'id' | 'token'> {
  outcome: CallFailed['outcome']
  isBusy: boolean
  onRetry: () => void
}

function NotOpened({ id, token, outcome, isBusy, onRetry }: NotOpenedProps) {
  const code = outcome.kind === 'refused' ? outcome.code : undefined
  if (code === 'NOT_FOUND')
    return (
      <>
        {token === undefined ? null : (
          <Banner tone="warning" role="alert" title={m.manage_dead_title()}>
            {m.manage_dead_text()}
          </Banner>
        )}
        <AskForLink id={id} />
      </>
    )
  return (
    <EmptyState
      level={1}
      title={code === 'GONE' ? m.manage_over_title() : m.manage_failed_title()}
      actions={
        code === 'GONE' ? (
          <ButtonLink to="/add-event">{m.manage_submit_new()}</ButtonLink>
        ) : (
          <Button busy={isBusy} onClick={onRetry}>
            {m.manage_retry()}
          </Button>
        )
      }
    >
      {code === 'GONE' ? m.manage_over_text() : failureText(outcome)}
    </EmptyState>
  )
}

/** Asks for the link, which an account does not need. What is said then is the same for every address: nobody finds out whose event it is. */
function AskForLink({ id }: { id: string }) {
  const { programme } = route.useRouteContext()
  const { data: found } = useQuery({ ...eventQuery(programme, id), retryOnMount: false })
  const now = useNow()
  const user = useCurrentUser()
  const router = useRouter()
  const [isSent, setSent] = useState(false)
  const { fields, formProps, failure, isSubmitting } = useSchemaForm({
    schema: passwordResetSchema,
    initialValues: { email: '' },
    onValid: async (body) => {
      const outcome = await callEndpoint(requestManageLink, { params: { id }, body })
      setSent(outcome.kind === 'ok')
      return outcome
    },
  })
  return (
    <section className={stack({ gap: '5' })}>
      <h1 className={titleText}>{m.manage_ask_title()}</h1>
      {found ? <EventCard event={found.data} now={now} layout="compact" headingLevel={2} /> : null}
      {isSent ? (
        <output>
          <Banner tone="success" title={m.manage_ask_done()}>
            {m.manage_ask_done_text()}
          </Banner>
        </output>
      ) : (
        <>
          <p>{m.manage_ask_text()}</p>
          <form {...formProps} className={stack({ gap: '4' })}>
            <EmailField label={m.manage_ask_email()} {...fields.email} />
            <FormFailure failure={failure} title={m.manage_ask_failed()} />
            <SubmitButton
              isBusy={isSubmitting}
              label={m.manage_ask_submit()}
              busyLabel={m.manage_ask_busy()}
            />
          </form>
        </>
      )}
      <p className={cluster({ columnGap: '5', rowGap: '2' })}>
        {user === null ? (
          <TextLink to="/login" onClick={() => storeReturnAddress(router.state.location.href)}>
            {m.manage_ask_sign_in()}
          </TextLink>
        ) : null}
        <TextLink to="/events">{m.event_not_found_back()}</TextLink>
      </p>
    </section>
  )
}

export const Route = createFileRoute('/manage/$id')({
  head: noindexHead(m.manage_page_title),
  component: ManagePage,
})
