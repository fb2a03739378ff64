import { useState } from 'react'
import { lazyPart } from '@/client/shared/loading/lazy-part'
import { Button } from '@/client/design-system/button'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'
import { sendResetInstructions } from '../account-calls'
import { emailDraft } from '../email-draft'

// Ark's dialog weighs more than the page.
const loadDialog = async () => (await import('./forgot-password-dialog')).ForgotPasswordDialog
const preloadDialog = () => void loadDialog().catch(() => undefined)
const ForgotPasswordDialog = lazyPart(loadDialog)

/**
 * 'Forgot Password?' and its dialog (rules 2.10), apart: React's events bubble out of a portal, so a dialog below the login form would
 * submit that one too.
 */
export function useForgotPassword() {
  const [opened, setOpened] = useState<{ email: string }>()
  const open = () => setOpened({ email: emailDraft.get() })
  return {
    button: (
      <Button
        variant="ghost"
        className={link}
        onPointerEnter={preloadDialog}
        onFocus={preloadDialog}
        onClick={open}
      >
        {m.sign_in_forgot()}
      </Button>
    ),
    dialog: opened ? (
      <ForgotPasswordDialog
        open
        onClose={() => setOpened(undefined)}
        initialEmail={opened.email}
        send={sendResetInstructions}
      />
    ) : null,
  }
}

const link = css({ justifySelf: 'start', marginLeft: '-3', marginBlock: '[-0.5rem]' })
