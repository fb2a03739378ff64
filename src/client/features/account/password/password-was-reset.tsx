import { useEffect, useEffectEvent } from 'react'
import { Button } from '@/client/design-system/button'
import * as m from '@/messages/compiled/messages.js'
import { AccountFrame } from '../account-frame'

/** Rules 9. */
const GO_AFTER_MS = 2000

/** Done, and on to the login page, by itself or at once. */
export function PasswordWasReset({ onGo }: { onGo: () => void }) {
  const go = useEffectEvent(onGo)
  useEffect(() => {
    const timer = setTimeout(() => go(), GO_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <AccountFrame title={m.sign_in_reset_done()} intro={m.sign_in_reset_done_text()} focusTitle>
      <Button onClick={onGo}>{m.sign_in_reset_go()}</Button>
    </AccountFrame>
  )
}
