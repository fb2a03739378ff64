import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'

/** The current user's address and role (spec 2.12). */
export function CurrentUser({ email }: { email: string }) {
  return (
    <p className={frame}>
      <span className={address}>{email}</span>
      <span className={role}>{m.admin_role()}</span>
    </p>
  )
}

const frame = css({ display: 'grid', minWidth: '0', maxWidth: 'full' })
const address = css({ textStyle: 'small', fontWeight: 'bold', overflow: 'hidden', textOverflow: 'ellipsis' })
const role = css({ textStyle: 'small', color: 'fg.muted' })
