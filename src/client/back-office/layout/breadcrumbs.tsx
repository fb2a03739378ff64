import { useQueryClient } from '@tanstack/react-query'
import { Link, linkOptions, useRouterState } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { shortName } from '@/client/back-office/shared/table'
import { BACK_OFFICE_KEY } from '@/client/shared/session/account-queries'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'
import { textLink } from 'styled-system/recipes'
import { ENTRIES } from './navigation'

interface Step {
  label: string
  link: { to: string }
}

/** The way from the dashboard to where one is; nothing on the dashboard itself. */
export function Breadcrumbs({ trail }: { trail: readonly Step[] }) {
  if (trail.length < 2) return null
  return (
    <nav aria-label={m.admin_breadcrumbs()}>
      <ol className={steps}>
        {trail.map(({ label, link }, index) => {
          const isHere = index === trail.length - 1
          const name = <bdi>{shortName(label)}</bdi>
          return (
            <li key={link.to} aria-current={isHere ? 'page' : undefined}>
              {isHere ? (
                name
              ) : (
                <Link {...link} className={textLink()}>
                  {name}
                </Link>
              )}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}

const steps = css({
  // Runs on as text: a long title begins beside the way to it.
  '& > li': { display: 'inline' },
  textStyle: 'small',
  overflowWrap: 'anywhere',
  '& > li + li::before': { content: '"/"', marginInline: '2', color: 'fg.muted' },
})

/** Pages without an entry in the navigation, by the last part of their address. */
const OTHER_PAGES: Partial<Record<string, () => string>> = {
  edit: m.admin_page_edit,
  import: m.import_title,
  new: m.admin_page_new,
  security: m.second_factor_title,
}

/** The way from the dashboard to the page that is shown. An event or a person has its title or name, once that is read. */
export function usePageTrail(): Step[] {
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  const parts = pathname.replace(/^\/backoffice\/|\/$/g, '').split('/')
  const [area = '', id, below] = parts
  const title = useDetailTitle(area, id)
  const entry = ENTRIES.find(({ to }) => to === `/backoffice/${area}`)
  const labels = [
    (entry?.label ?? OTHER_PAGES[area])?.(),
    id && (title ?? OTHER_PAGES[id]?.()),
    below && OTHER_PAGES[below]?.(),
  ]
  const trail = labels.flatMap((label, index) =>
    label ? [{ label, link: { to: `/backoffice/${parts.slice(0, index + 1).join('/')}` } }] : [],
  )
  const dashboard = { label: m.admin_nav_dashboard(), link: linkOptions({ to: '/backoffice/dashboard' }) }
  return area === 'dashboard' ? trail : [dashboard, ...trail]
}

/** The title that the page of an event or a person has read: nothing is fetched for this. */
function useDetailTitle(area: string, id = ''): string | undefined {
  const kind = { events: 'event', users: 'user' }[area]
  const queryClient = useQueryClient()
  return useSyncExternalStore(
    (notify) => queryClient.getQueryCache().subscribe(notify),
    () => {
      if (kind === undefined) return undefined
      const data = queryClient.getQueryData<{ title?: string; name?: string }>([...BACK_OFFICE_KEY, kind, id])
      return data?.title ?? data?.name
    },
  )
}
