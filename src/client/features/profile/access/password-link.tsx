import { useMutation } from '@tanstack/react-query'
import { outcomeOf, unwrap } from '@/client/shared/offline/call-failed'
import { failureText } from '@/client/shared/forms/server-error-text'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { toast } from '@/client/shared/notifications/toast'
import { Banner } from '@/client/design-system/banner'
import { Button } from '@/client/design-system/button'
import { requestPasswordReset } from '@/contract/accounts/accounts'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'

const SENT_MS = 10_000

/** Has a link sent to the account's address, to choose a password with. */
export function PasswordLink({ email }: { email: string }) {
  const request = useMutation({
    networkMode: 'always',
    mutationFn: async () => {
      const { api } = await loadOfflineClient()
      return unwrap(await api.call(requestPasswordReset, { body: { email } }))
    },
    onSuccess: () => toast.success(m.profile_no_password_sent(), { durationMs: SENT_MS }),
  })
  return (
    <>
      {request.isError ? (
        <Banner tone="danger" role="alert" title={m.profile_no_password_failed()}>
          {failureText(outcomeOf(request.error))}
        </Banner>
      ) : null}
      <Button
        variant="secondary"
        busy={request.isPending}
        className={sendButton}
        onClick={() => request.mutate()}
      >
        {request.isPending ? m.profile_no_password_sending() : m.profile_no_password_send()}
      </Button>
    </>
  )
}

const sendButton = css({ justifySelf: 'start', alignSelf: 'flex-start' })
