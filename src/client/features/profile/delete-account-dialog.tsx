import { formFailureText, isUncertain } from '@/client/shared/forms/server-error-text'
import {
  fieldProps,
  FormFailure,
  PasswordField,
  useSchemaForm,
  type Failure,
} from '@/client/shared/forms/use-schema-form'
import { outcomeAsUser } from '@/client/shared/session/own-queries'
import { signOut } from '@/client/shared/session/use-sign-out'
import { Button } from '@/client/design-system/button'
import { Dialog } from '@/client/design-system/overlays/dialog'
import { deleteAccount, type Profile } from '@/contract/accounts/profile'
import { ownPasswordSchema, type OwnPassword } from '@/domain/accounts/account'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'
import { stack } from 'styled-system/patterns'

interface DeleteAccountProps {
  profile: Profile
  onClose: () => void
  onDeleting: () => void
  onDeleted: () => void
}

const FORM = 'delete-account'
/** An account without a password has nothing to type: a fresh sign-in with its provider stands in for one. */
const NOTHING_TYPED = { safeParse: () => ({ success: true, data: { password: '' } }) as const }

/** Deletes the account, after saying what goes and what stays. */
export function DeleteAccountDialog({ profile, onClose, onDeleting, onDeleted }: DeleteAccountProps) {
  const hasPassword = profile.hasPassword !== false
  const { form, formProps, failure, isSubmitting } = useSchemaForm<OwnPassword, OwnPassword>({
    schema: hasPassword ? ownPasswordSchema : NOTHING_TYPED,
    initialValues: { password: '' },
    onValid: async (typed) => {
      const outcome = await outcomeAsUser(profile.id, deleteAccount, { body: hasPassword ? typed : {} })
      if (outcome.kind === 'ok') {
        onDeleting()
        await signOut()
        onDeleted()
      }
      return outcome
    },
  })
  // While it is sent nobody is told that the account is kept.
  const close = () => (isSubmitting ? undefined : onClose())
  return (
    <Dialog
      open
      role="alertdialog"
      onClose={close}
      title={m.profile_delete_dialog()}
      closeLabel={m.profile_close()}
      footer={
        <>
          <Button variant="secondary" onClick={close}>
            {m.profile_delete_keep()}
          </Button>
          <Button variant="danger" type="submit" form={FORM} busy={isSubmitting}>
            {m.profile_delete_confirm()}
          </Button>
        </>
      }
    >
      <form {...formProps} id={FORM} className={stack({ gap: '4' })}>
        <p>
          {m.profile_delete_account()} <strong className={address}>{profile.email}</strong>
        </p>
        <p>{m.profile_delete_goes()}</p>
        <p>{m.profile_delete_stays()}</p>
        <p>{m.profile_delete_export_first()}</p>
        {hasPassword ? (
          <>
            <input type="email" value={profile.email} autoComplete="username" readOnly hidden />
            <form.Field name="password">
              {(field) => <PasswordField label={m.profile_delete_password()} {...fieldProps(field)} />}
            </form.Field>
          </>
        ) : (
          <p>{m.profile_delete_fresh()}</p>
        )}
        <FormFailure failure={failure} title={m.profile_delete_failed()} text={failureOf} />
      </form>
    </Dialog>
  )
}

function failureOf(failure: Failure): string {
  const code = failure.kind === 'refused' ? failure.code : undefined
  if (code === 'CONFLICT') return m.profile_delete_last_admin()
  if (code === 'REAUTHENTICATION_REQUIRED') return m.profile_delete_again()
  return isUncertain(failure) ? m.profile_delete_uncertain() : formFailureText(failure)
}

const address = css({ overflowWrap: 'anywhere' })
