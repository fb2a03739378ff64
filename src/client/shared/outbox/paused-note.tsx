import { Link } from '@tanstack/react-router'
import { useIsSignedIn } from '@/client/shared/session/use-is-signed-in'
import * as m from '@/messages/compiled/messages.js'
import { textLink } from 'styled-system/recipes'

/**
 * Says that entries wait for their account, with a link to the login. A person who is signed in with another account finds that
 * in the outbox.
 */
export function PausedNote({ text }: { text: string }) {
  const isSignedIn = useIsSignedIn()
  return (
    <>
      <p>{text}</p>
      {isSignedIn ? null : (
        <p>
          <Link to="/login" search={{}} className={textLink()}>
            {m.outbox_other_account_sign_in()}
          </Link>
        </p>
      )}
    </>
  )
}
