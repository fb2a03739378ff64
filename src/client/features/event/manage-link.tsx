import { Link } from '@tanstack/react-router'
import * as m from '@/messages/compiled/messages.js'
import { css, cx } from 'styled-system/css'
import { textLink } from 'styled-system/recipes'

/** Leads whoever submitted the event without an account to the way to change it (rules 2.15). */
export function ManageLink({ id }: { id: string }) {
  return (
    <Link to="/manage/$id" params={{ id }} className={cx(textLink(), screenOnly)}>
      {m.manage_yours()}
    </Link>
  )
}

const screenOnly = css({ _print: { display: 'none' } })
