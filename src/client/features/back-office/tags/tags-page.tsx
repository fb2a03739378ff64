import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'

export function TagsPage() {
  return <h1 className={title}>{m.admin_nav_tags()}</h1>
}

const title = css({ textStyle: 'title' })
