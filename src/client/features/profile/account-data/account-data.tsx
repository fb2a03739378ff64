import { useState } from 'react'
import { lazyPart } from '@/client/shared/loading/lazy-part'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { Button } from '@/client/design-system/button'
import type { Profile } from '@/contract/accounts/profile'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'
import { DataExport } from './data-export'
import { Section } from '../section'

// Ark's dialog is lazy: hardly anybody opens it.
const DeleteAccount = lazyPart(async () => (await import('./delete-account')).DeleteAccount)
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
export function AccountData({
  userId,
  profile,
  opensDelete,
  onDelete,
  onDeleting,
  onDeleted,
}: AccountDataProps) {
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
  const unsent = await outbox.accounts.unsentOf(userId).catch(() => undefined)
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
