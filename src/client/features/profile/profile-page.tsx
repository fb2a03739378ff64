import { getRouteApi, useNavigate, Link } from '@tanstack/react-router'
import { useState, useEffect, useRef } from 'react'
import { useSignInFirst } from '@/client/shared/session/return-address'
import { toast } from '@/client/shared/notifications/toast'
import { useCurrentUser } from '@/client/shared/session/use-current-user'
import { Banner } from '@/client/design-system/banner'
import * as m from '@/messages/compiled/messages.js'
import { Button } from '@/client/design-system/button'
import { LogOutIcon } from 'lucide-react'
import { useSignOut } from '@/client/shared/session/use-sign-out'
import type { SignOutTarget } from '@/client/shared/session/use-sign-out'
import { useUnsaved } from '@/client/shared/forms/unsaved'
import { TextField } from '@/client/design-system/forms/field'
import { css } from 'styled-system/css'
import { page, stack } from 'styled-system/patterns'
import { button, card } from 'styled-system/recipes'
import { AccountSections } from './account-sections'
import type { NameDraft } from './name-form'
import { ProfileSkeleton } from './section'

const route = getRouteApi('/profile')
const FAREWELL_MS = 10_000

/**
 * The guarded profile (rules 2.11). Who is signed out is sent to the login (rules 4.2), except that a name that is being
 * typed stays when the session ends elsewhere; everything else of the account goes from the page at once.
 */
export function ProfilePage() {
  const user = useCurrentUser()
  const navigate = useNavigate()
  const search = route.useSearch()
  const [draft, setDraft] = useState<NameDraft>()
  const [isDeleted, setDeleted] = useState(false)
  // The draft belongs to another person who was signed in here before.
  if (user && draft !== undefined && draft.ownerId !== user.id) setDraft(undefined)
  const unsaved = user === null && draft !== undefined && draft.name !== draft.savedName ? draft : undefined
  const isLeaving = user === null && unsaved === undefined && !isDeleted
  useSignInFirst(isLeaving)

  const leave = async () => {
    await navigate({ to: '/', replace: true })
    toast.success(m.profile_deleted_title(), {
      description: m.profile_deleted_text(),
      durationMs: FAREWELL_MS,
    })
  }
  return (
    <div className={page()}>
      <div className={frame}>
        <div className={head}>
          <h1 className={title}>{m.profile_title()}</h1>
          {user && !isDeleted ? <SignOutButton to="/login" /> : null}
        </div>
        {user && !isDeleted && search.delete !== undefined && search.delete !== user.id ? (
          <Banner tone="warning" role="alert" title={m.profile_delete_other_title({ email: user.email })}>
            {m.profile_delete_other_text()}
          </Banner>
        ) : null}
        {user && !isDeleted ? (
          <AccountSections
            key={user.id}
            user={user}
            draft={draft}
            onDraft={setDraft}
            opensDelete={search.delete === user.id}
            onDelete={(isOpen) =>
              void navigate({ to: '/profile', search: isOpen ? { delete: user.id } : {}, replace: true })
            }
            onDeleting={() => setDeleted(true)}
            onDeleted={() => void leave()}
          />
        ) : null}
        {unsaved === undefined ? null : (
          <UnsavedName name={unsaved.name} onChange={(name) => setDraft({ ...unsaved, name })} />
        )}
        {(!user && unsaved === undefined) || isDeleted ? <ProfileSkeleton /> : null}
      </div>
    </div>
  )
}

const frame = css({ display: 'grid', gap: '6', paddingBlock: { base: '6', md: '10' } })
export const head = css({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '3',
  alignItems: 'center',
  justifyContent: 'space-between',
})
const title = css({ textStyle: 'title' })

/** Signs out in every tab and on the server; asks first when something of the account waits to be sent. */
function SignOutButton({ to }: { to: SignOutTarget }) {
  const { request, isBusy, dialog } = useSignOut(to)
  return (
    <>
      <Button variant="secondary" busy={isBusy} onClick={request}>
        <LogOutIcon size="1.25rem" />
        {m.shell_sign_out()}
      </Button>
      {dialog}
    </>
  )
}

/** The session ended while a name was being typed: the text stays, and nothing else of the account. */
export function UnsavedName({ name, onChange }: { name: string; onChange: (name: string) => void }) {
  useUnsaved(true)
  const input = useRef<HTMLInputElement>(null)
  // The field that had the focus went with everything of the account.
  useEffect(() => input.current?.focus(), [])
  return (
    <section className={card({ pad: true })}>
      <div className={stack({ gap: '5' })}>
        <Banner
          tone="warning"
          role="alert"
          title={m.profile_session_over_title()}
          actions={
            <Link
              to="/login"
              search={{}}
              // The link opens another tab: this one keeps the text.
              target="_blank"
              className={button({ size: 'sm' })}
            >
              {m.profile_sign_in()}
            </Link>
          }
        >
          <p>{m.profile_session_over_text()}</p>
        </Banner>
        <TextField
          ref={input}
          label={m.profile_name()}
          value={name}
          onChange={(event) => onChange(event.target.value)}
        />
      </div>
    </section>
  )
}
