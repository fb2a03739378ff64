import { createFileRoute, Link, getRouteApi, useHydrated, useLocation } from '@tanstack/react-router'
import { useQuery, queryOptions } from '@tanstack/react-query'
import { useState } from 'react'
import * as m from '@/messages/compiled/messages.js'
import { SITE } from '@/site/site'
import { outcomeOf, unwrap, callEndpoint } from '@/client/shared/offline/client-call'
import type { CallFailed } from '@/client/shared/offline/client-call'
import { failureText, formFailureText } from '@/client/shared/forms/server-error-text'
import { Button } from '@/client/design-system/button'
import { EmptyState, Banner } from '@/client/design-system/banner'
import { Spinner } from '@/client/design-system/skeleton'
import { lazyPart } from '@/client/shared/loading/lazy-part'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { readManagedEvent, requestManageLink } from '@/contract/events/managed-events'
import type { ManagedEvent } from '@/contract/events/managed-events'
import { ensureTemporal } from '@/domain/time/village-time'
import type { Unreachable } from '@/offline/api/next-step'
import { fieldProps, useSchemaForm } from '@/client/shared/forms/use-schema-form'
import { EmailField } from '@/client/design-system/forms/field'
import { passwordResetSchema } from '@/domain/accounts/account'
import type { PasswordResetForm } from '@/domain/accounts/account'
import { css } from 'styled-system/css'
import { page, stack } from 'styled-system/patterns'
import { button } from 'styled-system/recipes'

const ManagedEventPage = lazyPart(async () => (await import('./managed-event-page')).ManagedEventPage, {
  fallback: <Opening />,
})

const route = getRouteApi('/manage/$id')

/** An event in the hand of whoever submitted it without an account (rules 2.15). The token is in the fragment, which no server sees. */
function ManagePage() {
  const { id } = route.useParams()
  const token = useLocation({ select: ({ hash }) => hash })
  const isHydrated = useHydrated()
  return (
    <div className={page({ width: 'form' })}>
      <div className={frame}>
        {isHydrated ? (
          token === '' ? (
            <AskForLink id={id} />
          ) : (
            <ByLink key={`${id} ${token}`} id={id} token={token} />
          )
        ) : (
          <Opening />
        )}
      </div>
    </div>
  )
}

function ByLink({ id, token }: { id: string; token: string }) {
  const { data, error, isFetching, refetch } = useQuery(managedEventQuery(id, token))
  const again = () => void refetch()
  if (data === undefined && error !== null)
    return <NotOpened id={id} outcome={outcomeOf(error)} isBusy={isFetching} onRetry={again} />
  if (data === undefined) return <Opening />
  return (
    <ManagedEventPage
      {...{ id, token }}
      event={data.event}
      isBusy={isFetching}
      onChanged={refetch}
      unknown={
        data.event === undefined ? (
          <NotOpened id={id} outcome={data.unreachable} isBusy={isFetching} onRetry={again} />
        ) : null
      }
    />
  )
}

function Opening() {
  return (
    <>
      <h1 className={title}>{m.manage_title()}</h1>
      <Spinner label={m.manage_loading()} />
    </>
  )
}

interface NotOpenedProps {
  id: string
  outcome: CallFailed['outcome']
  isBusy: boolean
  onRetry: () => void
}

function NotOpened({ id, outcome, isBusy, onRetry }: NotOpenedProps) {
  if (outcome.kind === 'refused' && outcome.code === 'NOT_FOUND')
    return (
      <>
        <EmptyState level={1} title={m.manage_dead_title()}>
          {m.manage_dead_text()}
        </EmptyState>
        <AskForLink id={id} />
      </>
    )
  if (outcome.kind === 'refused' && outcome.code === 'GONE')
    return (
      <EmptyState
        level={1}
        title={m.manage_over_title()}
        actions={
          <Link to="/add-event" search={{}} className={button()}>
            {m.manage_submit_new()}
          </Link>
        }
      >
        {m.manage_over_text()}
      </EmptyState>
    )
  return (
    <EmptyState
      level={1}
      title={m.manage_failed_title()}
      actions={
        <Button busy={isBusy} onClick={onRetry}>
          {m.manage_retry()}
        </Button>
      }
    >
      {failureText(outcome)}
    </EmptyState>
  )
}

const frame = css({
  display: 'flex',
  flexDirection: 'column',
  gap: '6',
  paddingBlock: { base: '6', md: '10' },
})
const title = css({ textStyle: 'title' })

type FoundEvent = { event: ManagedEvent } | { event: undefined; unreachable: Unreachable }

/**
 * The event of a token, as it is now. That the server was not reached is found as well, until the event is: what the device can do by
 * itself stays on the page while it is fetched again with the network.
 */
function managedEventQuery(id: string, token: string) {
  const queryKey = ['managed-event', id, token] as const
  return queryOptions({
    queryKey,
    queryFn: async ({ signal, client }): Promise<FoundEvent> => {
      const { api } = await loadOfflineClient()
      const [outcome] = await Promise.all([
        api.call(readManagedEvent, { params: { id }, body: { token } }, { signal }),
        ensureTemporal(),
      ])
      const isKnown = client.getQueryData<FoundEvent>(queryKey)?.event !== undefined
      if (outcome.kind === 'unreachable' && !isKnown) return { event: undefined, unreachable: outcome }
      return { event: unwrap(outcome) }
    },
    networkMode: 'always',
    refetchOnReconnect: true,
    retry: false,
  })
}

/** Asks for the link again. What is said then is the same for every address: nobody finds out whose event it is. */
function AskForLink({ id }: { id: string }) {
  const [result, setResult] = useState<{ isSent: boolean; failure?: string }>()
  const { form, formProps } = useSchemaForm<PasswordResetForm, PasswordResetForm>({
    schema: passwordResetSchema,
    initialValues: { email: '' },
    onValid: async (body) => {
      setResult(undefined)
      const outcome = await callEndpoint(requestManageLink, { params: { id }, body })
      setResult(
        outcome.kind === 'ok' ? { isSent: true } : { isSent: false, failure: formFailureText(outcome) },
      )
    },
  })
  return (
    <section className={stack({ gap: '4' })}>
      <h1 className={title}>{m.manage_ask_title()}</h1>
      <p>{m.manage_ask_text()}</p>
      <form {...formProps} className={stack({ gap: '4', alignItems: 'start' })}>
        <form.Field name="email">
          {(field) => <EmailField label={m.manage_ask_email()} {...fieldProps(field)} />}
        </form.Field>
        <form.Subscribe selector={({ isSubmitting }) => isSubmitting}>
          {(isSubmitting) => (
            <Button type="submit" busy={isSubmitting}>
              {isSubmitting ? m.manage_ask_busy() : m.manage_ask_submit()}
            </Button>
          )}
        </form.Subscribe>
      </form>
      {result === undefined ? null : result.isSent ? (
        <output>
          <Banner tone="success">{m.manage_ask_done()}</Banner>
        </output>
      ) : (
        <Banner tone="danger" role="alert" title={m.manage_ask_failed()}>
          {result.failure}
        </Banner>
      )}
    </section>
  )
}

export const Route = createFileRoute('/manage/$id')({
  head: () => ({
    // Search engines leave it out: it is about one person's event.
    meta: [{ title: `${m.manage_page_title()} · ${SITE.name}` }, { name: 'robots', content: 'noindex' }],
  }),
  component: ManagePage,
})
