import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Button } from '@/client/design-system/button'
import { removeUserOrganiser } from '@/contract/back-office/back-office-organisers'
import type { BackOfficeOrganiser } from '@/contract/back-office/back-office-organisers'
import type { BackOfficeUser } from '@/contract/back-office/back-office-people'
import * as m from '@/messages/compiled/messages.js'
import { css, cx } from 'styled-system/css'
import { cluster } from 'styled-system/patterns'
import { card, textLink } from 'styled-system/recipes'
import { DeleteDialog } from '@/client/back-office/layout/dialogs/delete-dialog'
import { LoadFailed } from '@/client/back-office/layout/lists/load-failed'
import { ListSkeleton } from '@/client/back-office/layout/lists/paged-list'
import { OrganiserDialog } from './organiser-dialog'
import { userOrganiserQuery } from './users-queries'

/** Whether an account is marked as an organiser, and its page. */
export function UserOrganiser({ user }: { user: BackOfficeUser }) {
  const query = useQuery(userOrganiserQuery(user.id))
  return (
    <section className={cx(card({ pad: true }), frame)}>
      <h2 className={heading}>{m.admin_organiser()}</h2>
      {query.isPending ? <ListSkeleton /> : null}
      {query.isError && query.data === undefined ? (
        <LoadFailed title={m.admin_organiser_failed()} error={query.error} onRetry={() => query.refetch()} />
      ) : null}
      {/* It stays when a later fetch fails: its dialog has what somebody is writing. */}
      {query.data === undefined ? null : <Mark user={user} organiser={query.data ?? undefined} />}
    </section>
  )
}

interface MarkProps {
  user: BackOfficeUser
  organiser: BackOfficeOrganiser | undefined
}

function Mark({ user, organiser }: MarkProps) {
  // The organiser as it was when the dialog was opened: a new fetch must not change what somebody is writing over.
  const [open, setOpen] = useState<{ what: 'edit' | 'remove'; of: BackOfficeOrganiser | undefined }>()
  const queryClient = useQueryClient()
  const change = useRef<HTMLButtonElement>(null)
  const close = () => setOpen(undefined)
  const finalFocus = () => change.current
  return (
    <>
      {organiser === undefined ? (
        <p className={note}>{m.admin_organiser_none()}</p>
      ) : (
        <p>
          <bdi>{organiser.name}</bdi>{' '}
          {user.suspended_at === undefined ? (
            <a href={`/organisers/${organiser.slug}`} className={textLink()} target="_blank" rel="noopener">
              {m.admin_organiser_page()}
            </a>
          ) : (
            <span className={note}>{m.admin_organiser_suspended()}</span>
          )}
        </p>
      )}
      <div className={cluster()}>
        <Button ref={change} variant="secondary" onClick={() => setOpen({ what: 'edit', of: organiser })}>
          {organiser ? m.admin_organiser_edit() : m.admin_organiser_mark()}
        </Button>
        {organiser ? (
          <Button variant="danger" onClick={() => setOpen({ what: 'remove', of: organiser })}>
            {m.admin_organiser_remove()}
          </Button>
        ) : null}
      </div>
      {open?.what === 'edit' ? (
        <OrganiserDialog user={user} organiser={open.of} onClose={close} finalFocus={finalFocus} />
      ) : null}
      {open?.what === 'remove' && open.of ? (
        <DeleteDialog
          endpoint={removeUserOrganiser}
          input={{ params: { id: user.id } }}
          title={m.admin_organiser_remove()}
          text={m.admin_organiser_remove_text({ name: open.of.name })}
          confirmLabel={m.admin_organiser_remove()}
          done={m.admin_organiser_removed({ name: open.of.name })}
          failed={m.admin_organiser_remove_failed()}
          onClose={close}
          finalFocus={finalFocus}
          onDeleted={() => {
            queryClient.setQueryData(userOrganiserQuery(user.id).queryKey, null)
            close()
          }}
        />
      ) : null}
    </>
  )
}

const frame = css({ display: 'grid', gap: '3', justifyItems: 'start' })
const heading = css({ textStyle: 'subheading' })
const note = css({ textStyle: 'small', color: 'fg.muted' })
