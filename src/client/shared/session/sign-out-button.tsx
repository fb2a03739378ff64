import { Button } from '@/client/design-system/button'
import { LogoutIcon } from '@/client/design-system/icons/later-icons'
import * as m from '@/messages/compiled/messages.js'
import { type SignOutTarget, useSignOut } from './use-sign-out'

/** Signs out in every tab and on the server; asks first when something of the account waits to be sent. */
export function SignOutButton({ to }: { to: SignOutTarget }) {
  const { request, isBusy, dialog } = useSignOut(to)
  return (
    <>
      <Button variant="secondary" busy={isBusy} onClick={request}>
        <LogoutIcon size={20} />
        {m.shell_sign_out()}
      </Button>
      {dialog}
    </>
  )
}
