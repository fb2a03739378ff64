import { Link } from '@tanstack/react-router'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'
import { textLink } from 'styled-system/recipes'
import { EmailText } from './lists/email-text'

interface CurrentUserProps {
  email: string
  onFollow?: () => void
}

/** The current user's address and role (rules 2.12), and the way to what their sign-in takes. */
export function CurrentUser({ email, onFollow }: CurrentUserProps) {
  return (
    <div className={frame}>
      <span className={address}>
        <EmailText email={email} />
      </span>
      <span className={role}>{m.admin_role()}</span>
      <Link to="/backoffice/security" className={textLink()} onClick={onFollow}>
        {m.second_factor_title()}
      </Link>
    </div>
  )
}

const frame = css({ display: 'grid', minWidth: '0', maxWidth: 'full' })
const address = css({ textStyle: 'small', fontWeight: 'bold', overflowWrap: 'anywhere' })
const role = css({ textStyle: 'small', color: 'fg.muted' })
