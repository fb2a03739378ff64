import { useState } from 'react'
import { Button } from '@/client/ui/button'
import { useLazyPart } from '@/client/ui/use-lazy-part'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'
import { sendResetInstructions } from './account-calls'
import { typedEmail } from './typed-email'

// Ark's dialog weighs more than the page.
const loadDialog = async () => (await import('./forgot-password-dialog')).ForgotPasswordDialog

/**
 * 'Forgot Password?' and its dialog (spec 2.10), apart: React's events bubble out of a portal, so a dialog below the login form would
 * submit that one too.
 */
export function useForgotPassword() {
  const [opened, setOpened] = useState<{ email: string }>()
  const { Part: ForgotPasswordDialog, request } = useLazyPart(loadDialog)
  const open = () => {
    request()
    setOpened({ email: typedEmail.get() })
  }
  return {
    button: (
      <Button variant="ghost" className={link} onPointerEnter={request} onFocus={request} onClick={open}>
        {m.sign_in_forgot()}
      </Button>
    ),
    dialog:
      ForgotPasswordDialog && opened ? (
        <ForgotPasswordDialog
          open
          onOpenChange={() => setOpened(undefined)}
          initialEmail={opened.email}
          send={sendResetInstructions}
        />
      ) : null,
  }
}

const link = css({ justifySelf: 'start', marginLeft: '[-0.75rem]', marginBlock: '[-0.5rem]' })
