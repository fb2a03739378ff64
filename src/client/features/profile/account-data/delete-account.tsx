import { useRef, useState } from 'react'
import { outcomeAsUser } from '@/client/shared/session/own-queries'
import { formFailureText, isUncertain } from '@/client/shared/forms/server-error-text'
import { signOut } from '@/client/shared/session/use-sign-out'
import { toast } from '@/client/shared/notifications/toast'
import { Banner } from '@/client/design-system/banner'
import { Button } from '@/client/design-system/button'
import { Dialog } from '@/client/design-system/overlays/dialog'
import { PasswordField } from '@/client/design-system/forms/password-field'
import { deleteAccount } from '@/contract/accounts/profile'
import type { Profile } from '@/contract/accounts/profile'
import type { ProblemCode } from '@/domain/validation/problem'
import * as m from '@/messages/compiled/messages.js'
import { problemText } from '@/messages/problem-text'
import type { Outcome } from '@/offline/api/next-step'
import { ProviderButtons } from '@/client/shared/sign-in/provider-buttons'
import { PasswordLink } from '@/client/features/profile/access/change-password'
import { css } from 'styled-system/css'
import { stack } from 'styled-system/patterns'

interface DeleteAccountProps {
  profile: Profile
  onClose: () => void
  /** The last sign-in is too long ago. */
  onSignInAgain: () => void
  onDeleting: () => void
  onDeleted: () => void
}

const FORM = 'delete-account'
/** The login page comes at the same time. */
const PROBABLE_MS = 10_000

/** Deletes the account, after saying what goes and what stays; with the password, or a fresh sign-in with a provider. */
export function DeleteAccount({
  profile,
  onClose,
  onSignInAgain,
  onDeleting,
  onDeleted,
}: DeleteAccountProps) {
  const hasPassword = profile.hasPassword !== false
  const [password, setPassword] = useState('')
  const [passwordError, setPasswordError] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const [needsSignIn, setNeedsSignIn] = useState(false)
  const mayBeDeleted = useRef(false)
  const form = useRef<HTMLFormElement>(null)
  const [isBusy, setBusy] = useState(false)

  const showPasswordError = (code: ProblemCode) => {
    setPasswordError(problemText(code))
    // The focus moves once the error is in the page.
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
  }
  const remove = async () => {
    if (isBusy) return
    if (hasPassword && password === '') return showPasswordError('required')
    setBusy(true)
    setFailure(undefined)
    setPasswordError(undefined)
    const outcome = await outcomeAsUser(profile.id, deleteAccount, { body: hasPassword ? { password } : {} })
    if (outcome.kind === 'ok') {
      onDeleting()
      await signOut()
      return onDeleted()
    }
    setBusy(false)
    if (outcome.kind === 'refused' && outcome.status === 401 && mayBeDeleted.current)
      return toast.error(m.profile_delete_probable(), { durationMs: PROBABLE_MS })
    mayBeDeleted.current ||= isUncertain(outcome)
    const [field] = outcome.kind === 'refused' ? outcome.fields : []
    if (field !== undefined) showPasswordError(field.code)
    else if (outcome.kind === 'refused' && outcome.code === 'REAUTHENTICATION_REQUIRED') {
      setNeedsSignIn(true)
      onSignInAgain()
    } else setFailure(failureOf(outcome))
  }
  return (
    <Dialog
      open
      role="alertdialog"
      onClose={() => (isBusy ? undefined : onClose())}
      title={m.profile_delete_dialog()}
      closeLabel={m.profile_close()}
      footer={
        <>
          <Button
            variant="secondary"
            onClick={() => {
              // By then the dialog may be gone: nobody is told that the account is kept.
              if (!isBusy) onClose()
            }}
          >
            {m.profile_delete_keep()}
          </Button>
          {needsSignIn ? null : (
            <Button variant="danger" type="submit" form={FORM} busy={isBusy}>
              {m.profile_delete_confirm()}
            </Button>
          )}
        </>
      }
    >
      <form
        ref={form}
        id={FORM}
        method="post"
        noValidate
        className={stack({ gap: '4' })}
        onSubmit={(event) => {
          event.preventDefault()
          void remove()
        }}
      >
        <p>
          {m.profile_delete_account()} <strong className={address}>{profile.email}</strong>
        </p>
        <p>{m.profile_delete_goes()}</p>
        <p>{m.profile_delete_stays()}</p>
        <p>{m.profile_delete_export_first()}</p>
        {hasPassword ? (
          <>
            <input type="email" value={profile.email} autoComplete="username" readOnly hidden />
            <PasswordField
              showLabel={m.sign_in_password_show()}
              hideLabel={m.sign_in_password_hide()}
              label={m.profile_delete_password()}
              autoComplete="current-password"
              required
              value={password}
              error={passwordError}
              onChange={(event) => setPassword(event.target.value)}
            />
          </>
        ) : null}
        {!hasPassword && !needsSignIn ? <p>{m.profile_delete_fresh()}</p> : null}
        {needsSignIn ? <SignInAgain profile={profile} onSignedIn={() => setNeedsSignIn(false)} /> : null}
        {failure === undefined ? null : (
          <Banner tone="danger" role="alert" title={m.profile_delete_failed()}>
            {failure}
          </Banner>
        )}
      </form>
    </Dialog>
  )
}

function failureOf(outcome: Exclude<Outcome<unknown>, { kind: 'ok' }>): string {
  if (outcome.kind === 'refused' && outcome.code === 'CONFLICT') return m.profile_delete_last_admin()
  return isUncertain(outcome) ? m.profile_delete_uncertain() : formFailureText(outcome)
}

const address = css({ overflowWrap: 'anywhere' })

interface SignInAgainProps {
  profile: Profile
  /** Called after a sign-in in a popup; otherwise the page comes back by itself. */
  onSignedIn: () => void
}

/** A fresh sign-in with a provider stands in for the password that the account does not have. */
export function SignInAgain({ profile, onSignedIn }: SignInAgainProps) {
  return (
    <>
      <Banner tone="warning" role="alert" title={m.profile_delete_again_title()}>
        {m.profile_delete_again_text()}
      </Banner>
      <ProviderButtons
        returnTo={`/profile?delete=${profile.id}`}
        only={[
          ...(profile.isGoogleConnected ? (['google'] as const) : []),
          ...(profile.isAppleConnected ? (['apple'] as const) : []),
        ]}
        onSignedIn={onSignedIn}
        withoutSeparator
        otherwise={
          <>
            <p>{m.profile_delete_choose_password()}</p>
            <PasswordLink email={profile.email} />
          </>
        }
      />
    </>
  )
}
