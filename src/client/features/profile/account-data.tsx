import { useMutation } from '@tanstack/react-query'
import { DownloadIcon } from 'lucide-react'
import { useState } from 'react'
import * as z from 'zod/mini'
import { failureText, formFailureText, isUncertain } from '@/client/shared/forms/server-error-text'
import { FormFailure, PasswordField, useSchemaForm } from '@/client/shared/forms/use-schema-form'
import { Dialog, lazyPart } from '@/client/shared/loading/lazy-part'
import { toast } from '@/client/shared/notifications/toast'
import { outcomeOf, unwrap } from '@/client/shared/offline/client-call'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { saveFile } from '@/client/shared/offline/save-file'
import { outcomeAsUser } from '@/client/shared/session/own-queries'
import { hasUnsent } from '@/client/shared/session/use-sign-out'
import { Banner } from '@/client/design-system/banner'
import { Button } from '@/client/design-system/button'
import { deleteAccount, exportAccount, type Profile } from '@/contract/accounts/profile'
import { ownPasswordSchema } from '@/domain/accounts/account'
import { villageDay } from '@/domain/time/local-time'
import * as m from '@/messages/compiled/messages.js'
import type { Failure } from '@/offline/api/next-step'
import { SITE } from '@/site/site'
import { css, cx } from 'styled-system/css'
import { stack } from 'styled-system/patterns'
import { Section } from './section'

const WaitingEntriesDialog = lazyPart(
  async () => (await import('@/client/shared/outbox/waiting-entries-dialog')).WaitingEntriesDialog,
)

interface AccountDataProps {
  userId: string
  profile: Profile | undefined
  /** Called when the account is gone on the server. */
  onDeleted: () => Promise<void>
}

export function AccountData({ userId, profile, onDeleted }: AccountDataProps) {
  const [dialog, setDialog] = useState<'about-waiting' | 'for-deletion'>()
  const begin = async () => setDialog((await hasUnsent(userId)) ? 'about-waiting' : 'for-deletion')
  return (
    <Section title={m.profile_data()}>
      <DataExport userId={userId} />
      <div className={cx(frame, lowerFrame)}>
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
        <DeleteAccountDialog {...{ profile, onDeleted }} onClose={() => setDialog(undefined)} />
      ) : null}
    </Section>
  )
}

const frame = stack({ gap: '3', alignItems: 'start', '& > [role]': { width: 'full' } })
const lowerFrame = css({ borderTop: 'hairline', paddingTop: '4' })
const heading = css({ fontWeight: 'bold' })
const dangerText = css({ color: 'danger.fg' })

/** Photos of years may be a few hundred megabytes over a phone's network. */
const EXPORT_TIMEOUT_MS = 10 * 60_000

function DataExport({ userId }: { userId: string }) {
  const { isPending, error, mutate } = useMutation({
    mutationFn: async () => {
      const { api, session } = await loadOfflineClient()
      const options = { auth: session.tokensOf(userId), timeoutMs: EXPORT_TIMEOUT_MS }
      const file = unwrap(await api.call(exportAccount, {}, options))
      const name = SITE.name.toLowerCase().replaceAll(' ', '-')
      saveFile(file, `${name}-${villageDay(Date.now() / 1000)}.zip`)
    },
    onSuccess: () => toast.success(m.profile_export_done()),
  })
  return (
    <div className={frame}>
      <h3 className={heading}>{m.profile_export_title()}</h3>
      <p>{m.profile_export_text()}</p>
      {error ? (
        <Banner tone="danger" role="alert" title={m.profile_export_failed()}>
          {failureText(outcomeOf(error))}
        </Banner>
      ) : null}
      <Button variant="secondary" busy={isPending} onClick={() => mutate()}>
        <DownloadIcon size="1.25rem" />
        {m.profile_export_start()}
      </Button>
    </div>
  )
}

interface DeleteAccountProps {
  profile: Profile
  onClose: () => void
  onDeleted: () => Promise<void>
}

const FORM = 'delete-account'
/** An account without a password has nothing to type: a fresh sign-in with its provider stands in for one. */
const NOTHING_TYPED = z.object({ password: z.string() })

function DeleteAccountDialog({ profile, onClose, onDeleted }: DeleteAccountProps) {
  const hasPassword = profile.hasPassword !== false
  const { fields, formProps, failure, isSubmitting } = useSchemaForm({
    schema: hasPassword ? ownPasswordSchema : NOTHING_TYPED,
    initialValues: { password: '' },
    onValid: async (typed) => {
      const outcome = await outcomeAsUser(profile.id, deleteAccount, { body: hasPassword ? typed : {} })
      if (outcome.kind === 'ok') await onDeleted()
      return outcome
    },
  })
  // While it is sent nobody is told that the account is kept.
  const close = () => (isSubmitting ? undefined : onClose())
  return (
    <Dialog
      role="alertdialog"
      onClose={close}
      title={m.profile_delete_dialog()}
      closeLabel={m.app_close()}
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
            <PasswordField label={m.profile_delete_password()} {...fields.password} />
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
