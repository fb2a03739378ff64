import { useQuery, useInfiniteQuery } from '@tanstack/react-query'
import { useRef, useState, useEffect } from 'react'
import { useOwnQueries } from '@/client/shared/session/own-queries'
import { useOnline } from '@/client/shared/offline/use-online'
import { Banner } from '@/client/design-system/banner'
import { WifiOffIcon, DownloadIcon } from 'lucide-react'
import { AppleIcon } from '@/client/design-system/icons'
import { Skeleton } from '@/client/design-system/skeleton'
import type { User } from '@/contract/accounts/auth'
import type { Profile } from '@/contract/accounts/profile'
import * as m from '@/messages/compiled/messages.js'
import { ChangePassword, PasswordLink } from '@/client/features/profile/access/change-password'
import { OwnSessions } from '@/client/features/profile/access/own-sessions'
import { SavedAge } from '@/client/shared/time/saved-age'
import { lazyPart } from '@/client/shared/loading/lazy-part'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { Button } from '@/client/design-system/button'
import { Badge } from '@/client/design-system/badge'
import { LiveRegion } from '@/client/design-system/visually-hidden'
import { failureText } from '@/client/shared/forms/server-error-text'
import { villageDay } from '@/domain/time/local-time'
import { saveFile } from '@/client/shared/offline/save-file'
import { toast } from '@/client/shared/notifications/toast'
import { exportAccount } from '@/contract/accounts/profile'
import type { Outcome } from '@/offline/api/next-step'
import { SITE } from '@/site/site'
import { css } from 'styled-system/css'
import { cluster } from 'styled-system/patterns'
import { NameForm } from './name-form'
import type { NameDraft } from './name-form'
import { column, columns, Section, LoadError, ProfileSkeleton } from './section'
import { ClaimableEvents, OwnEvents } from './own-events/own-events'
import { profileQuery, ownEventsQuery } from './profile-queries'

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
        <Banner tone="warning" icon={<WifiOffIcon size="1.25rem" />}>
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

/** How old is what the page shows of this device, once for the whole page; nothing when it is up to date. */
export function PageAge({ userId }: { userId: string }) {
  const isOnline = useOnline()
  const parts = [useQuery(profileQuery(userId)), useInfiniteQuery(ownEventsQuery(userId))]
  const old = parts.filter(({ data, isRefetchError }) => data !== undefined && (!isOnline || isRefetchError))
  if (old.length === 0) return null
  return (
    // The note is as wide as its text, where the page is a grid.
    <div>
      <SavedAge savedAt={Math.min(...old.map(({ dataUpdatedAt }) => dataUpdatedAt))} />
    </div>
  )
}

// Ark's dialog is lazy: hardly anybody opens it.
const DeleteAccount = lazyPart(
  async () => (await import('@/client/features/profile/account-data/delete-account')).DeleteAccount,
)
const WaitingEntriesDialog = lazyPart(
  async () => (await import('@/client/shared/outbox/waiting-entries-dialog')).WaitingEntriesDialog,
)

interface AccountDataProps {
  userId: string
  /** The profile; undefined while it is being fetched. */
  profile: Profile | undefined
  opensDelete: boolean
  onDelete: (isOpen: boolean) => void
  /** The account is gone on the server: nothing of it may be fetched or shown any more. */
  onDeleting: () => void
  onDeleted: () => void
}

/** Lets people leave with their data: export, and deleting the account. */
function AccountData({ userId, profile, opensDelete, onDelete, onDeleting, onDeleted }: AccountDataProps) {
  const [dialog, setDialog] = useState<'about-waiting' | 'for-deletion' | undefined>(
    opensDelete ? 'for-deletion' : undefined,
  )
  const begin = async () => setDialog((await hasUnsent(userId)) ? 'about-waiting' : 'for-deletion')
  return (
    <Section title={m.profile_data()}>
      <DataExport userId={userId} />
      <div className={frame}>
        <h3 className={heading}>{m.profile_delete_title()}</h3>
        <p>{m.profile_delete_text()}</p>
        <Button
          variant="secondary"
          className={dangerText}
          disabled={profile === undefined}
          onClick={() => void begin()}
        >
          {m.profile_delete_start()}
        </Button>
      </div>
      {dialog === 'about-waiting' ? (
        <WaitingEntriesDialog
          userId={userId}
          purpose="account-deletion"
          onClose={() => setDialog(undefined)}
          onSettled={() => setDialog('for-deletion')}
        />
      ) : null}
      {dialog === 'for-deletion' && profile !== undefined ? (
        <DeleteAccount
          profile={profile}
          onSignInAgain={() => onDelete(true)}
          onClose={() => {
            setDialog(undefined)
            onDelete(false)
          }}
          onDeleting={onDeleting}
          onDeleted={onDeleted}
        />
      ) : null}
    </Section>
  )
}

/** Whether the outbox holds entries of this account; a browser that forbids storage has none. */
async function hasUnsent(userId: string): Promise<boolean> {
  const { outbox } = await loadOfflineClient()
  const unsent = await outbox.unsentOf(userId).catch(() => undefined)
  return unsent !== undefined && unsent.entries + unsent.drafts > 0
}

const frame = css({
  display: 'grid',
  gap: '3',
  justifyItems: 'start',
  borderTop: 'hairline',
  paddingTop: '4',
})
const heading = css({ fontWeight: 'bold' })
const dangerText = css({ color: 'danger.fg' })

interface PersonalInformationProps {
  user: User
  draft: NameDraft | undefined
  onDraft: (draft: NameDraft | undefined) => void
}

/** Name, address and connected accounts (rules 2.11). The session knows name and address before the server answers. */
function PersonalInformation({ user, draft, onDraft }: PersonalInformationProps) {
  const profile = useQuery(profileQuery(user.id))
  const { name, email } = profile.data ?? user
  const editButton = useRef<HTMLButtonElement>(null)
  const isEditing = draft !== undefined
  const wasEditing = useRef(isEditing)
  useEffect(() => {
    if (wasEditing.current && !isEditing) editButton.current?.focus()
    wasEditing.current = isEditing
  }, [isEditing])
  return (
    <Section title={m.profile_personal()}>
      {draft === undefined ? (
        <div className={line}>
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
            onClick={() => onDraft({ ownerId: user.id, name, savedName: name })}
          >
            {m.profile_name_edit()}
          </Button>
        </div>
      ) : (
        <NameForm draft={draft} onChange={onDraft} onClose={() => onDraft(undefined)} />
      )}
      <dl className={fact}>
        <dt className={term}>{m.profile_email()}</dt>
        <dd>{email}</dd>
      </dl>
      {profile.data?.isGoogleConnected || profile.data?.isAppleConnected ? (
        <dl className={fact}>
          <dt className={term}>{m.profile_accounts()}</dt>
          <dd className={cluster({ gap: '2' })}>
            {profile.data.isGoogleConnected ? <Badge tone="sea">{m.profile_google()}</Badge> : null}
            {profile.data.isAppleConnected ? (
              <Badge tone="sea" icon={<AppleIcon size="0.875rem" />}>
                {m.profile_apple()}
              </Badge>
            ) : null}
          </dd>
        </dl>
      ) : null}
      <LiveRegion>{profile.isLoadingError ? m.profile_load_failed() : null}</LiveRegion>
      {profile.isLoadingError ? <LoadError title={m.profile_load_failed()} query={profile} /> : null}
    </Section>
  )
}

const line = css({ display: 'flex', flexWrap: 'wrap', gap: '3', alignItems: 'center' })
const fact = css({ flex: '[1 1 12rem]', minWidth: '0', overflowWrap: 'anywhere' })
const term = css({ textStyle: 'label', color: 'fg.muted' })

type Failure = Exclude<Outcome<unknown>, { kind: 'ok' }>

/** Photos of years may be a few hundred megabytes over a phone's network. */
const EXPORT_TIMEOUT_MS = 10 * 60_000

function DataExport({ userId }: { userId: string }) {
  const [state, setState] = useState<'running' | Failure>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  const run = async () => {
    running.current = new AbortController()
    const { signal } = running.current
    setState('running')
    const failure = await downloadExport(userId, signal)
    if (signal.aborted) return
    setState(failure)
    if (failure === undefined) toast.success(m.profile_export_done())
  }
  return (
    <div className={dataExportFrame}>
      <h3 className={heading}>{m.profile_export_title()}</h3>
      <p>{m.profile_export_text()}</p>
      {typeof state === 'object' ? (
        <Banner tone="danger" role="alert" title={m.profile_export_failed()}>
          {failureText(state)}
        </Banner>
      ) : null}
      <Button variant="secondary" busy={state === 'running'} onClick={() => void run()}>
        <DownloadIcon size="1.25rem" />
        {m.profile_export_start()}
      </Button>
    </div>
  )
}

/** Fetches all that is stored about the account as one file, and saves it. Resolves with what stopped it. */
async function downloadExport(userId: string, signal: AbortSignal): Promise<Failure | undefined> {
  const { api, session } = await loadOfflineClient()
  const auth = session.tokensOf(userId)
  const outcome = await api.call(exportAccount, {}, { auth, signal, timeoutMs: EXPORT_TIMEOUT_MS })
  if (outcome.kind !== 'ok') return outcome
  const name = SITE.name.toLowerCase().replaceAll(' ', '-')
  saveFile(outcome.data, `${name}-${villageDay(Date.now() / 1000)}.zip`)
  return undefined
}

const dataExportFrame = css({
  display: 'grid',
  gap: '3',
  justifyItems: 'start',
  '& > [role]': { width: 'full' },
})
