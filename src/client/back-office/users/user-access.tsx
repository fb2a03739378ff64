import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { BACK_OFFICE_KEY } from '@/client/shared/session/account-queries'
import { outcomeOf } from '@/client/shared/offline/call-failed'
import { failureText } from '@/client/shared/forms/server-error-text'
import { toast } from '@/client/shared/notifications/toast'
import { Button } from '@/client/design-system/button'
import { ConfirmDialog } from '@/client/design-system/overlays/confirm-dialog'
import type { BackOfficeUser } from '@/contract/back-office/back-office-people'
import * as m from '@/messages/compiled/messages.js'
import { css, cx } from 'styled-system/css'
import { card } from 'styled-system/recipes'
import { shortName } from '@/client/back-office/layout/lists/truncate'
import { DEMOTE, END_OWN_SESSIONS, END_SESSIONS, PROMOTE, REINSTATE, SUSPEND } from './access-changes'
import type { AccessChange } from './access-changes'

/** The changes that an administrator may make to an account; nobody demotes or suspends themselves. */
export function UserAccess({ user, isSelf }: { user: BackOfficeUser; isSelf: boolean }) {
  const queryClient = useQueryClient()
  const [confirming, setConfirming] = useState<AccessChange>()
  const mutation = useMutation({
    mutationFn: (change: AccessChange) => change.send(user),
    networkMode: 'always',
    onSuccess: (sentence) => toast.success(sentence),
    onError: (error, change) => {
      toast.error(change.failed(), { durationMs: 5000, description: failureText(outcomeOf(error)) })
    },
    // The lists are fetched after a failure too: another administrator may have been first.
    onSettled: () => {
      setConfirming(undefined)
      void queryClient.invalidateQueries({ queryKey: BACK_OFFICE_KEY })
    },
  })
  const changes = isSelf
    ? { sessions: END_OWN_SESSIONS }
    : {
        role: user.role === 'ADMIN' ? DEMOTE : PROMOTE,
        sessions: END_SESSIONS,
        suspension: user.suspended_at === undefined ? SUSPEND : REINSTATE,
      }
  return (
    <section className={cx(card({ pad: true }), frame)}>
      <h2 className={heading}>{m.admin_people_access()}</h2>
      {isSelf ? <p className={note}>{m.admin_people_access_own()}</p> : null}
      {Object.entries(changes).map(([what, change]) => (
        // One button for a change and its opposite: after the dialog it has the focus, with its new name.
        <Button
          key={what}
          variant={change === SUSPEND ? 'danger' : 'secondary'}
          onClick={() => setConfirming(change)}
        >
          {change.button()}
        </Button>
      ))}
      {confirming ? (
        <ConfirmDialog
          open
          onClose={() => setConfirming(undefined)}
          title={confirming.title({ ...user, name: shortName(user.name) })}
          description={confirming.text(user)}
          confirmLabel={confirming.button()}
          cancelLabel={m.admin_cancel()}
          closeLabel={m.admin_close()}
          tone={confirming.tone}
          busy={mutation.isPending}
          onConfirm={() => mutation.mutate(confirming)}
        />
      ) : null}
    </section>
  )
}

const frame = css({ display: 'grid', gap: '3', justifyItems: 'start' })
const heading = css({ textStyle: 'subheading' })
const note = css({ textStyle: 'small', color: 'fg.muted' })
