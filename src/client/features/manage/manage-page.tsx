import { useQuery } from '@tanstack/react-query'
import { Link, getRouteApi, useHydrated, useLocation } from '@tanstack/react-router'
import { outcomeOf } from '@/client/shared/offline/call-failed'
import type { CallFailed } from '@/client/shared/offline/call-failed'
import { failureText } from '@/client/shared/forms/server-error-text'
import { Button } from '@/client/design-system/button'
import { EmptyState } from '@/client/design-system/empty-state'
import { Spinner } from '@/client/design-system/spinner'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'
import { page } from 'styled-system/patterns'
import { button } from 'styled-system/recipes'
import { AskForLink } from './ask-for-link'
import { lazyPart } from '@/client/shared/loading/lazy-part'
import { managedEventQuery } from './managed-event-query'

const ManagedEventPage = lazyPart(async () => (await import('./managed-event-page')).ManagedEventPage, {
  fallback: <Opening />,
})

const route = getRouteApi('/manage/$id')

/** An event in the hand of whoever submitted it without an account (rules 2.15). The token is in the fragment, which no server sees. */
export function ManagePage() {
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

/** The server sees no token. */
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
