import { useMutation } from '@tanstack/react-query'
import { failureText } from '@/client/kit/refusal-text'
import { unwrap, outcomeOf } from '@/client/kit/call-failed'
import { loadOfflineClient } from '@/client/shell/offline-client'
import { toast } from '@/client/shell/toast'
import { Banner } from '@/client/ui/banner'
import { Button } from '@/client/ui/button'
import { requestPasswordReset } from '@/contract/accounts'
import type { Profile } from '@/contract/profile'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'
import { Section } from './section'

const SENT_MS = 10_000

/** For an account without a password: how its person signs in, and a way to choose one. */
export function ChoosePassword({ profile }: { profile: Profile }) {
  const request = useMutation({
    networkMode: 'always',
    mutationFn: async () => {
      const { api } = await loadOfflineClient()
      return unwrap(await api.call(requestPasswordReset, { body: { email: profile.email } }))
    },
    onSuccess: () => toast.success(m.profile_no_password_sent(), { durationMs: SENT_MS }),
  })
  return (
    <Section title={m.profile_no_password()}>
      <p>
        {howTheySignIn(profile)} {m.profile_no_password_why()}
      </p>
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
    </Section>
  )
}

function howTheySignIn({ isAppleConnected, isGoogleConnected }: Profile): string {
  if (isAppleConnected && isGoogleConnected) return m.profile_no_password_both()
  if (isGoogleConnected) return m.profile_no_password_google()
  return isAppleConnected ? m.profile_no_password_apple() : m.profile_no_password_none()
}

const sendButton = css({ justifySelf: 'start' })
