import { Suspense, lazy, useState } from 'react'
import { Button } from '@/client/ui/button'
import type { User } from '@/contract/auth'
import type { Profile } from '@/contract/profile'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'
import { DataExport } from './data-export'
import { Section } from './section'

// Lazy: Ark's dialog, which hardly anybody opens.
const DeleteAccount = lazy(async () => ({ default: (await import('./delete-account')).DeleteAccount }))

interface AccountDataProps {
  user: User
  profile: Profile | undefined
  opensDelete: boolean
  /** The account is gone on the server: nothing of it may be fetched or shown any more. */
  onDeleting: () => void
  onDeleted: () => void
}

/** Leaving with one's data: export, and deleting the account. */
export function AccountData({ user, profile, opensDelete, onDeleting, onDeleted }: AccountDataProps) {
  const [isDeleting, setDeleting] = useState(opensDelete)
  return (
    <Section title={m.profile_data()}>
      <DataExport userId={user.id} />
      <div className={frame}>
        <h3 className={heading}>{m.profile_delete_title()}</h3>
        <p>{m.profile_delete_text()}</p>
        <Button variant="secondary" className={dangerText} onClick={() => setDeleting(true)}>
          {m.profile_delete_start()}
        </Button>
      </div>
      {isDeleting && profile !== undefined ? (
        <Suspense>
          <DeleteAccount
            profile={profile}
            onClose={() => setDeleting(false)}
            onDeleting={onDeleting}
            onDeleted={onDeleted}
          />
        </Suspense>
      ) : null}
    </Section>
  )
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
