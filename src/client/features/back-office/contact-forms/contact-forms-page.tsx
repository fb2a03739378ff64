import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'

export function ContactFormsPage() {
  return <h1 className={title}>{m.admin_nav_contact_forms()}</h1>
}

const title = css({ textStyle: 'title' })
