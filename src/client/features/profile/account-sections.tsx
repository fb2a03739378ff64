import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useOwnQueries } from '@/client/shared/session/own-queries'
import { useOnline } from '@/client/shared/offline/use-online'
import { Banner } from '@/client/design-system/banner'
import { WifiOffIcon } from '@/client/design-system/icons/icons'
import { Skeleton } from '@/client/design-system/skeleton'
import type { User } from '@/contract/accounts/auth'
import type { Profile } from '@/contract/accounts/profile'
import * as m from '@/messages/compiled/messages.js'
import { AccountData } from './account-data/account-data'
import { ChangePassword } from './access/change-password'
import { ClaimableEvents } from './own-events/claimable-events'
import type { NameDraft } from './name-form'
import { OwnEvents } from './own-events/own-events'
import { OwnSessions } from './access/own-sessions'
import { PageAge } from './page-age'
import { PersonalInformation } from './personal-information'
import { column, columns } from './profile-layout'
import { profileQuery } from './profile-queries'
import { ProfileSkeleton } from './profile-skeleton'
import { PasswordLink } from './access/password-link'
import { Section } from './section'

interface AccountSectionsProps {
  user: User
  draft: NameDraft | undefined
  onDraft: (draft: NameDraft | undefined) => void
  /** Opens the dialog that deletes the account: the person has just signed in again for it. */
  opensDelete: boolean
  /** Whether the person is signing in again for it: the page has to know whose account was meant. */
  onDelete: (isOpen: boolean) => void
  onDeleting: () => void
  onDeleted: () => void
}

/** The sections of one account, unmounted as soon as its session ends. */
export function AccountSections(props: AccountSectionsProps) {
  const { user } = props
  const isOnline = useOnline()
  const eventsHeading = useRef<HTMLHeadingElement>(null)
  const isRestored = useOwnQueries(user.id)
  const { data: profile, isError } = useQuery({ ...profileQuery(user.id), enabled: isRestored })
  if (!isRestored) return <ProfileSkeleton />
  return (
    <>
      {isOnline ? null : (
        <Banner tone="warning" icon={<WifiOffIcon size={20} />}>
          {m.profile_offline()}
        </Banner>
      )}
      <PageAge userId={user.id} />
      <div className={columns}>
        <div className={column}>
          <PersonalInformation user={user} draft={props.draft} onDraft={props.onDraft} />
          <ClaimableEvents userId={user.id} onGone={() => eventsHeading.current?.focus()} />
          <OwnEvents userId={user.id} headingRef={eventsHeading} />
        </div>
        <div className={column}>
          {/* A profile that could not be loaded says so beside the name. */}
          {profile === undefined && isError ? null : <PasswordSection user={user} profile={profile} />}
          <OwnSessions userId={user.id} />
          <AccountData
            userId={user.id}
            profile={profile}
            opensDelete={props.opensDelete}
            onDelete={props.onDelete}
            onDeleting={props.onDeleting}
            onDeleted={props.onDeleted}
          />
        </div>
      </div>
    </>
  )
}

function PasswordSection({ user, profile }: { user: User; profile: Profile | undefined }) {
  if (profile === undefined) return <Skeleton height="22rem" />
  // A server that does not say: it has one.
  return profile.hasPassword === false ? (
    <ChoosePassword profile={profile} />
  ) : (
    <ChangePassword userId={user.id} email={profile.email} />
  )
}

/** The section of an account without a password: how its person signs in, and a way to choose one. */
function ChoosePassword({ profile }: { profile: Profile }) {
  return (
    <Section title={m.profile_no_password()}>
      <p>
        {howTheySignIn(profile)} {m.profile_no_password_why()}
      </p>
      <PasswordLink email={profile.email} />
    </Section>
  )
}

function howTheySignIn({ isAppleConnected, isGoogleConnected }: Profile): string {
  if (isAppleConnected && isGoogleConnected) return m.profile_no_password_both()
  if (isGoogleConnected) return m.profile_no_password_google()
  return isAppleConnected ? m.profile_no_password_apple() : m.profile_no_password_none()
}
