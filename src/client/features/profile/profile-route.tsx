import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { LogOutIcon, WifiOffIcon } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { FormFailure, useSchemaForm } from '@/client/shared/forms/use-schema-form'
import { noindexHead } from '@/client/shared/layout/page-head'
import { toast } from '@/client/shared/notifications/toast'
import { useOnline } from '@/client/shared/offline/use-online'
import { outcomeAsUser, useOwnQueries } from '@/client/shared/session/own-queries'
import { useSignInFirst } from '@/client/shared/session/return-address'
import { useCurrentUser } from '@/client/shared/session/use-current-user'
import { signOut, useSignOut } from '@/client/shared/session/use-sign-out'
import { SavedAge } from '@/client/shared/time/saved-age'
import { Badge } from '@/client/design-system/badge'
import { Banner } from '@/client/design-system/banner'
import { Button } from '@/client/design-system/button'
import { TextField } from '@/client/design-system/forms/field'
import { AppleIcon } from '@/client/design-system/icons'
import { Skeleton } from '@/client/design-system/skeleton'
import { LiveRegion } from '@/client/design-system/visually-hidden'
import { titleText } from '@/client/design-system/text'
import type { User } from '@/contract/accounts/auth'
import { updateProfile } from '@/contract/accounts/profile'
import { profileNameSchema } from '@/domain/accounts/account'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'
import { cluster, column, pageColumn, stack } from 'styled-system/patterns'
import { OwnPassword, OwnSessions } from './account-access'
import { AccountData } from './account-data'
import { OwnEvents, ownEventsQuery, profileQuery } from './own-events'
import { Section } from './section'

const FAREWELL_MS = 10_000

/** The guarded profile (rules 2.11): who is signed out is sent to the login (rules 4.2). */
function ProfilePage() {
  const user = useCurrentUser()
  const navigate = useNavigate()
  const [isDeleted, setDeleted] = useState(false)
  useSignInFirst(user === null && !isDeleted)
  // In every tab and on the server; it asks first when something of the account waits to be sent.
  const leaving = useSignOut('/login')

  const onDeleted = async () => {
    // Nothing of the account is fetched or shown any more.
    setDeleted(true)
    await signOut()
    await navigate({ to: '/', replace: true })
    toast.success(m.profile_deleted_title(), {
      description: m.profile_deleted_text(),
      durationMs: FAREWELL_MS,
    })
  }
  const shown = isDeleted ? undefined : user
  return (
    <div className={pageColumn()}>
      <div className={cluster({ gap: '3', justify: 'space-between' })}>
        <h1 className={titleText}>{m.profile_title()}</h1>
        {shown ? (
          <Button variant="secondary" busy={leaving.isBusy} onClick={leaving.request}>
            <LogOutIcon size="1.25rem" />
            {m.shell_sign_out()}
          </Button>
        ) : null}
        {leaving.dialog}
      </div>
      {shown ? <AccountSections key={shown.id} user={shown} onDeleted={onDeleted} /> : <ProfileSkeleton />}
    </div>
  )
}

/** The server renders it, and so does a browser until it knows who is signed in. */
function ProfileSkeleton() {
  return (
    <div className={columns}>
      <LiveRegion>{m.profile_loading()}</LiveRegion>
      <Skeleton height="32rem" />
      <Skeleton height="34rem" />
    </div>
  )
}

/** Two columns where there is room; the order of reading stays. */
const columns = css({
  display: 'grid',
  gap: '6',
  alignItems: 'start',
  gridTemplateColumns: { lg: '[minmax(0, 3fr) minmax(0, 2fr)]' },
})

interface AccountSectionsProps {
  user: User
  onDeleted: () => Promise<void>
}

/** The sections of one account, unmounted as soon as its session ends. */
function AccountSections({ user, onDeleted }: AccountSectionsProps) {
  const isOnline = useOnline()
  const isRestored = useOwnQueries(user.id)
  const { data: profile, isError } = useQuery({ ...profileQuery(user.id), enabled: isRestored })
  if (!isRestored) return <ProfileSkeleton />
  return (
    <>
      {isOnline ? null : (
        <Banner tone="warning" icon={<WifiOffIcon size="1.25rem" />}>
          {m.profile_offline()}
        </Banner>
      )}
      <PageAge userId={user.id} />
      <div className={columns}>
        <div className={column({ gap: '6' })}>
          <PersonalInformation user={user} />
          <OwnEvents userId={user.id} />
        </div>
        <div className={column({ gap: '6' })}>
          {/* A profile that could not be loaded says so beside the name. */}
          {profile === undefined && !isError ? <Skeleton height="22rem" /> : null}
          {profile ? <OwnPassword userId={user.id} profile={profile} /> : null}
          <OwnSessions userId={user.id} />
          <AccountData userId={user.id} profile={profile} onDeleted={onDeleted} />
        </div>
      </div>
    </>
  )
}

/** Once for the whole page; nothing when it is up to date. */
function PageAge({ userId }: { userId: string }) {
  const isOnline = useOnline()
  const parts = [useQuery(profileQuery(userId)), useInfiniteQuery(ownEventsQuery(userId))]
  const old = parts.filter(({ data, isRefetchError }) => data !== undefined && (!isOnline || isRefetchError))
  if (old.length === 0) return null
  return <SavedAge savedAt={Math.min(...old.map(({ dataUpdatedAt }) => dataUpdatedAt))} />
}

/** Name, address and connected accounts (rules 2.11). The session knows name and address before the server answers. */
function PersonalInformation({ user }: { user: User }) {
  const profile = useQuery(profileQuery(user.id))
  const { name, email } = profile.data ?? user
  const [isEditing, setEditing] = useState(false)
  const editButton = useRef<HTMLButtonElement>(null)
  const close = () => {
    flushSync(() => setEditing(false))
    editButton.current?.focus()
  }
  return (
    <Section title={m.profile_personal()} fetched={{ query: profile, failed: m.profile_load_failed() }}>
      {isEditing ? (
        <NameForm userId={user.id} name={name} onClose={close} />
      ) : (
        <div className={cluster({ gap: '3' })}>
          <dl className={fact}>
            <dt className={term}>{m.profile_name()}</dt>
            <dd>
              <bdi>{name}</bdi>
            </dd>
          </dl>
          <Button
            ref={editButton}
            variant="secondary"
            size="sm"
            aria-label={m.profile_name_edit_label()}
            onClick={() => setEditing(true)}
          >
            {m.profile_name_edit()}
          </Button>
        </div>
      )}
      <dl className={fact}>
        <dt className={term}>{m.profile_email()}</dt>
        <dd>{email}</dd>
      </dl>
      {profile.data?.isGoogleConnected || profile.data?.isAppleConnected ? (
        <dl className={fact}>
          <dt className={term}>{m.profile_accounts()}</dt>
          <dd className={cluster()}>
            {profile.data.isGoogleConnected ? <Badge tone="sea">{m.profile_google()}</Badge> : null}
            {profile.data.isAppleConnected ? (
              <Badge tone="sea" icon={<AppleIcon size="0.875rem" />}>
                {m.profile_apple()}
              </Badge>
            ) : null}
          </dd>
        </dl>
      ) : null}
    </Section>
  )
}

const fact = css({ flex: '[1 1 12rem]', minWidth: '0', overflowWrap: 'anywhere' })
const term = css({ textStyle: 'label', color: 'fg.muted' })

/** The name, edited in place (rules 2.11): Enter saves, Escape cancels, a failure keeps the text. */
function NameForm({ userId, name, onClose }: { userId: string; name: string; onClose: () => void }) {
  const input = useRef<HTMLInputElement>(null)
  const queryClient = useQueryClient()
  const { fields, formProps, failure, isSubmitting } = useSchemaForm({
    schema: profileNameSchema,
    initialValues: { name },
    onValid: async (body) => {
      const outcome = await outcomeAsUser(userId, updateProfile, { body })
      if (outcome.kind !== 'ok') return outcome
      queryClient.setQueryData(
        profileQuery(userId).queryKey,
        (before) => before && { ...before, ...body, ...outcome.data },
      )
      toast.success(m.profile_updated())
      onClose()
      return outcome
    },
  })
  useEffect(() => input.current?.select(), [])
  return (
    <form {...formProps} className={stack({ gap: '3' })}>
      <TextField
        ref={input}
        label={m.profile_name()}
        autoComplete="name"
        required
        onKeyDown={(event) => {
          // Escape also puts away what an input method offers.
          if (event.key === 'Escape' && !event.nativeEvent.isComposing && !isSubmitting) onClose()
        }}
        {...fields.name}
      />
      <FormFailure failure={failure} title={m.profile_update_failed()} />
      <div className={cluster()}>
        <Button type="submit" size="sm" busy={isSubmitting}>
          {isSubmitting ? m.profile_name_saving() : m.profile_name_save()}
        </Button>
        <Button
          variant="ghost"
          size="sm"
          aria-disabled={isSubmitting}
          // A name that is being saved cannot be taken back.
          onClick={() => (isSubmitting ? undefined : onClose())}
        >
          {m.profile_cancel()}
        </Button>
      </div>
    </form>
  )
}

export const Route = createFileRoute('/profile')({
  head: noindexHead(m.profile_title),
  component: ProfilePage,
})
