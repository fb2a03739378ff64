import { useQuery } from '@tanstack/react-query'
import { ButtonLink, TextLink } from '@/client/shared/links/link'
import type { OwnEvent } from '@/contract/events/events'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'
import { useCurrentUser, useIsSignedIn } from './use-current-user'

/** Leads the account of a published event to the page that changes it, and anybody else to where its link is asked for (rules 2.15). */
export function ManageLink({ id }: { id: string }) {
  // Who is signed out does not wait for the offline client.
  return useIsSignedIn() ? <AccountsLink id={id} /> : <ToPage id={id} label={m.manage_yours()} />
}

function AccountsLink({ id }: { id: string }) {
  const userId = useCurrentUser()?.id
  const { data: isOwn } = useQuery({
    // It goes with the other queries of the account (own-queries).
    queryKey: ['own', userId, 'owns', id],
    queryFn: async ({ signal }) => {
      const [{ callAsUser }, { listOwnEvents }] = await Promise.all([
        import('./own-queries'),
        import('@/contract/accounts/profile'),
      ])
      const query = { page: 1, per_page: 1, id }
      return (await callAsUser(userId ?? '', listOwnEvents, { query }, signal)).items.length > 0
    },
    enabled: userId !== undefined,
    retry: false,
  })
  return <ToPage id={id} label={isOwn === true ? m.manage_change_or_cancel() : m.manage_yours()} />
}

function ToPage({ id, label }: { id: string; label: string }) {
  return (
    <TextLink to="/manage/$id" params={{ id }} className={screenOnly}>
      {label}
    </TextLink>
  )
}

/** The same for an event that is not published: for its account, and once it is rejected for who has come by the link of a mail. */
export function ManageUnpublished({ event, hasLink }: { event: OwnEvent; hasLink: boolean }) {
  const { id, status, is_own: isOwn = false } = event
  const isOffered = status === 'REJECTED' ? isOwn || hasLink : status === 'ON_REVIEW' && isOwn
  return isOffered ? (
    <ButtonLink to="/manage/$id" params={{ id }} variant="secondary" size="sm" className={below}>
      {status === 'REJECTED' ? m.profile_event_again() : m.manage_change()}
    </ButtonLink>
  ) : null
}

const screenOnly = css({ _print: { display: 'none' } })
const below = css({ marginTop: '3' })
