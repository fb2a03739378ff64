import { Link } from '@tanstack/react-router'
import { useIsSignedIn } from '@/client/shared/session/use-is-signed-in'
import * as m from '@/messages/compiled/messages.js'
import { textLink } from 'styled-system/recipes'

/** What was written waits for its account, with the way to the login. Who is signed in with another finds that in the outbox. */
export function PausedNote({ text }: { text: string }) {
  const isSignedIn = useIsSignedIn()
  return (
    <>
      <p>{text}</p>
      {isSignedIn ? null : (
        <p>
          <Link to="/login" search={{}} className={textLink()}>
            {m.outbox_foreign_sign_in()}
          </Link>
        </p>
      )}
    </>
  )
}
