import { useMutation } from '@tanstack/react-query'
import { DownloadIcon } from 'lucide-react'
import { useState } from 'react'
import { failureText } from '@/client/shared/forms/server-error-text'
import { lazyPart } from '@/client/shared/loading/lazy-part'
import { toast } from '@/client/shared/notifications/toast'
import { outcomeOf, unwrap } from '@/client/shared/offline/client-call'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { saveFile } from '@/client/shared/offline/save-file'
import { Banner } from '@/client/design-system/banner'
import { Button } from '@/client/design-system/button'
import { exportAccount, type Profile } from '@/contract/accounts/profile'
import { villageDay } from '@/domain/time/local-time'
import * as m from '@/messages/compiled/messages.js'
import { SITE } from '@/site/site'
import { css } from 'styled-system/css'
import { Section } from './section'

// Ark's dialog is lazy: hardly anybody opens it.
const DeleteAccountDialog = lazyPart(
  async () => (await import('./delete-account-dialog')).DeleteAccountDialog,
)
const WaitingEntriesDialog = lazyPart(
  async () => (await import('@/client/shared/outbox/waiting-entries-dialog')).WaitingEntriesDialog,
)

interface AccountDataProps {
  userId: string
  /** The profile; undefined while it is being fetched. */
  profile: Profile | undefined
  /** The account is gone on the server: nothing of it may be fetched or shown any more. */
  onDeleting: () => void
  onDeleted: () => void
}

/** Lets people leave with their data: export, and deleting the account. */
export function AccountData({ userId, profile, onDeleting, onDeleted }: AccountDataProps) {
  const [dialog, setDialog] = useState<'about-waiting' | 'for-deletion'>()
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
        <DeleteAccountDialog
          profile={profile}
          onClose={() => setDialog(undefined)}
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

/** Photos of years may be a few hundred megabytes over a phone's network. */
const EXPORT_TIMEOUT_MS = 10 * 60_000

/** All that is stored about the account, as one file. */
function DataExport({ userId }: { userId: string }) {
  const { isPending, error, mutate } = useMutation({
    networkMode: 'always',
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
    <div className={exportFrame}>
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

const exportFrame = css({ display: 'grid', gap: '3', justifyItems: 'start', '& > [role]': { width: 'full' } })
