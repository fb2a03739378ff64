import { Link } from '@tanstack/react-router'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'
import { textLink } from 'styled-system/recipes'
import type { Step } from './page-trail'
import { shortName } from './lists/truncate'

/** The way from the dashboard to where one is; nothing on the dashboard itself. */
export function Breadcrumbs({ trail }: { trail: readonly Step[] }) {
  if (trail.length < 2) return null
  return (
    <nav aria-label={m.admin_breadcrumbs()}>
      <ol className={list}>
        {trail.map(({ label, link }, index) =>
          index === trail.length - 1 ? (
            <li key={link.to} aria-current="page">
              <bdi>{shortName(label)}</bdi>
            </li>
          ) : (
            <li key={link.to}>
              <Link {...link} className={textLink()}>
                <bdi>{shortName(label)}</bdi>
              </Link>
            </li>
          ),
        )}
      </ol>
    </nav>
  )
}

const list = css({
  // Runs on as text: a long title begins beside the way to it.
  '& > li': { display: 'inline' },
  textStyle: 'small',
  overflowWrap: 'anywhere',
  '& > li + li::before': { content: '"/"', marginInline: '2', color: 'fg.muted' },
})
