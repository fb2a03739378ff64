import { useRouterState, Link, linkOptions } from '@tanstack/react-router'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { BACK_OFFICE_KEY } from '@/client/shared/session/account-queries'
import * as m from '@/messages/compiled/messages.js'
import { shortName } from '@/client/back-office/shared/table'
import { css } from 'styled-system/css'
import { textLink } from 'styled-system/recipes'
import { ENTRIES } from './navigation'

export const content = css({
  flex: '1',
  display: 'grid',
  alignContent: 'start',
  gap: '5',
  padding: { base: '4', md: '8' },
  minWidth: '0',
})

/** Ctrl+K, on a Mac Cmd+K, also while somebody types; not in a dialog, whose work would be left. */
export function useCommandKey(open: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const isOurs =
      event.key.toLowerCase() === 'k' &&
      event.ctrlKey !== event.metaKey &&
      !event.altKey &&
      !event.shiftKey &&
      !event.defaultPrevented
    if (!isOurs || isInDialog(event.target)) return
    event.preventDefault()
    open()
  })
  useEffect(() => {
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}

function isInDialog(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('dialog, [role=dialog], [role=alertdialog]') !== null
}

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

interface Step {
  label: string
  link: { to: string }
}

/** Pages without an entry in the navigation, by the last part of their address. */
const OTHER_PAGES: Partial<Record<string, () => string>> = {
  activity: m.admin_page_activity,
  edit: m.admin_page_edit,
  import: m.import_title,
  new: m.admin_page_new,
  security: m.second_factor_title,
}

/** The way from the dashboard to the page that is shown. An event or a person has its title or name, once that is read. */
export function usePageTrail(): Step[] {
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  const [area = '', id, below] = pathname.replace(/^\/backoffice\/|\/$/g, '').split('/')
  const title = useDetailTitle(area, id)
  const labels = [labelOf(area), id && (title ?? OTHER_PAGES[id]?.()), below && OTHER_PAGES[below]?.()]
  const parts = [area, id, below]
  const steps = labels.flatMap((label, index) =>
    label ? [{ label, link: { to: `/backoffice/${parts.slice(0, index + 1).join('/')}` } }] : [],
  )
  const dashboard = { label: m.admin_nav_dashboard(), link: linkOptions({ to: '/backoffice/dashboard' }) }
  return area === 'dashboard' ? steps : [dashboard, ...steps]
}

function labelOf(area: string): string | undefined {
  const entry = ENTRIES.find(({ link }) => link.to === `/backoffice/${area}`)
  return (entry?.label ?? OTHER_PAGES[area])?.()
}

/** The title that the page of an event or a person has read: nothing is fetched for this. */
function useDetailTitle(area: string, id = ''): string | undefined {
  const kind = { events: 'event', users: 'user' }[area]
  const queryClient = useQueryClient()
  return useSyncExternalStore(
    (notify) => queryClient.getQueryCache().subscribe(notify),
    () => {
      const key = [...BACK_OFFICE_KEY, kind, id]
      const data = queryClient.getQueryData<{ title?: string; name?: string }>(key)
      return kind === undefined ? undefined : (data?.title ?? data?.name)
    },
  )
}
