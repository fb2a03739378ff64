import { useQueryClient } from '@tanstack/react-query'
import { linkOptions, useRouterState } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { BACK_OFFICE_KEY } from '@/client/shared/session/account-queries'
import * as m from '@/messages/compiled/messages.js'
import { ENTRIES } from './navigation'

/** One step of the way to a page; the page itself comes last. */
export interface Step {
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
