import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'

export function UserPage() {
  return <h1 className={title}>{m.admin_nav_users()}</h1>
}

const title = css({ textStyle: 'title' })
