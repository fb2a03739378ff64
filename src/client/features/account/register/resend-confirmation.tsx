import { useEffect, useState } from 'react'
import { failureText } from '@/client/shared/forms/server-error-text'
import { Banner } from '@/client/design-system/banner'
import { Button } from '@/client/design-system/button'
import * as m from '@/messages/compiled/messages.js'
import type { Outcome } from '@/offline/api/outcome'
import type { Failure } from '../account-calls'
import { accountForm } from '../account-form'

/** The server writes one mail in this time. */
const PAUSE_MS = 10 * 60_000

type State = 'ready' | 'sending' | 'sent' | Failure

/** Has the confirmation mail sent again, once in ten minutes at most. */
export function ResendConfirmation({ send }: { send: () => Promise<Outcome<unknown>> }) {
  const [state, setState] = useState<State>('ready')
  const [pauseMs, setPauseMs] = useState(0)

  const resend = async () => {
    setState('sending')
    const outcome = await send()
    setState(outcome.kind === 'ok' ? 'sent' : outcome)
    setPauseMs(outcome.kind === 'ok' ? PAUSE_MS : (outcome.retryAfterMs ?? 0))
  }
  useEffect(() => {
    if (pauseMs === 0) return undefined
    const timer = setTimeout(() => setPauseMs(0), pauseMs)
    return () => clearTimeout(timer)
  }, [pauseMs])

  const isSending = state === 'sending'
  return (
    // The region is in the page from the start, so that what comes into it is announced.
    <div aria-live="polite" className={accountForm}>
      {state === 'sent' ? <Banner tone="success">{m.sign_in_resent()}</Banner> : null}
      {typeof state === 'object' ? (
        <Banner tone="danger" title={m.sign_in_resend_failed()}>
          {failureText(state)}
        </Banner>
      ) : null}
      <Button
        variant="secondary"
        busy={isSending}
        aria-disabled={pauseMs > 0}
        onClick={() => (pauseMs > 0 ? undefined : void resend())}
      >
        {isSending ? m.sign_in_resending() : m.sign_in_resend()}
      </Button>
    </div>
  )
}
