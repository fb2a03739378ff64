import { Outlet, useNavigate, useRouterState } from '@tanstack/react-router'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { BACK_OFFICE_KEY } from '@/client/shared/session/account-queries'
import { sessionOverState } from '@/client/shared/session/session-over'
import { useSignOut } from '@/client/shared/session/use-sign-out'
import { storeReturnAddress } from '@/client/shared/session/return-address'
import { lazyPart } from '@/client/shared/loading/lazy-part'
import { SkipLink } from '@/client/shared/layout/skip-link'
import { ToastOutlet } from '@/client/shared/notifications/toast-outlet'
import { useCurrentUser } from '@/client/shared/session/use-current-user'
import { useOnline } from '@/client/shared/offline/use-online'
import { EmptyState } from '@/client/design-system/empty-state'
import { WifiOffIcon } from '@/client/design-system/icons/icons'
import * as m from '@/messages/compiled/messages.js'
import { tabStorage } from '@/offline/page/page-storage'
import { css } from 'styled-system/css'
import { isAdmin } from './sign-in/admin-guard'
import { Breadcrumbs } from './breadcrumbs'
import { useCommandKey } from './command/use-command-key'
import { usePausedKeys } from './keys/use-shortcut-keys'
import { usePageTrail } from './page-trail'
import { Sidebar } from './sidebar'
import { SessionOnlyNote } from './sign-in/sign-in-notes'
import { TopBar } from './top-bar'
import { usePageTitle } from './use-page-title'
import { useStoredChoice } from './stored-choice'
import { LastReviewProvider } from './review/last-review'
import { secondFactorQuery } from './sign-in/security-calls'

const CommandDialog = lazyPart(async () => (await import('./command/command-dialog')).CommandDialog)

/**
 * Shell of the back office (rules 2.12). Everything below reads the API: online only, never in the replica. Signing out,
 * here or in another tab, redirects to the login.
 */
export function BackOfficeLayout() {
  const user = useCurrentUser()
  const isOnline = useOnline()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const href = useRouterState({ select: (state) => state.location.href })
  // A phone has the bar with Approve and Reject on an event's page.
  const isOnEvent = useRouterState({
    select: ({ matches }) => matches.at(-1)?.routeId === '/backoffice/events/$id',
  })
  const [sidebar, setSidebar] = useStoredChoice('back-office-sidebar')
  const isCollapsed = sidebar === 'collapsed'
  const [isSearching, setSearching] = useState(false)
  useCommandKey(() => setSearching(true))
  usePausedKeys(isSearching)
  const trail = usePageTrail()
  usePageTitle(trail.at(-1)?.label)
  const signOut = useSignOut('/backoffice/login')
  const isOut = user !== undefined && !isAdmin(user ?? undefined)

  useSecondFactorDue(user !== undefined && !isOut)

  const leave = useEffectEvent(() => {
    queryClient.removeQueries({ queryKey: BACK_OFFICE_KEY })
    storeReturnAddress(tabStorage(), href)
    void navigate({ to: '/backoffice/login', state: sessionOverState(), replace: true })
  })
  useEffect(() => {
    if (isOut) leave()
  }, [isOut])

  if (!user || isOut) return null
  return (
    <div className={frame} data-collapsed={isCollapsed ? '' : undefined}>
      <SkipLink />
      <Sidebar
        email={user.email}
        isCollapsed={isCollapsed}
        onToggle={() => setSidebar(isCollapsed ? 'expanded' : 'collapsed')}
        onSearch={() => setSearching(true)}
        onLogout={signOut.request}
      />
      <div className={column}>
        <TopBar email={user.email} onSearch={() => setSearching(true)} onLogout={signOut.request} />
        <main className={content} id="content" tabIndex={-1}>
          <SessionOnlyNote />
          <Breadcrumbs trail={trail} />
          <div aria-live="polite" className={contents}>
            {isOnline ? null : (
              <EmptyState level={1} title={m.admin_offline_title()} art={<WifiOffIcon size={48} />}>
                {m.admin_offline_text()}
              </EmptyState>
            )}
          </div>
          {/* Stays, hidden: what is typed on it is not lost by a tunnel. */}
          <div hidden={!isOnline} className={page}>
            <LastReviewProvider>
              <Outlet />
            </LastReviewProvider>
          </div>
        </main>
      </div>
      {isSearching ? <CommandDialog onClose={() => setSearching(false)} /> : null}
      <ToastOutlet place={isOnEvent ? 'aboveBar' : 'bottom'} />
      {signOut.dialog}
    </div>
  )
}

const frame = css({
  display: 'grid',
  minHeight: '[100dvh]',
  gridTemplateColumns: { base: '[minmax(0, 1fr)]', lg: '[15rem minmax(0, 1fr)]' },
  '&[data-collapsed]': { lg: { gridTemplateColumns: '[4.5rem minmax(0, 1fr)]' } },
})
const column = css({ display: 'flex', flexDirection: 'column', minWidth: '0' })
// Long words break before they push a page off a small screen.
const page = css({ minWidth: '0', overflowWrap: 'anywhere' })
const content = css({
  flex: '1',
  display: 'grid',
  alignContent: 'start',
  gap: '5',
  padding: { base: '4', md: '8' },
  minWidth: '0',
})
const contents = css({ display: 'contents' })

/** Leads to the page that sets up a second factor, where the server asks for one before anything else (ADMIN_REQUIRE_MFA). */
function useSecondFactorDue(isAdministrator: boolean): void {
  const navigate = useNavigate()
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  const { data } = useQuery({ ...secondFactorQuery(), enabled: isAdministrator })
  const isDue = data?.is_due === true && pathname !== '/backoffice/security'
  useEffect(() => {
    if (isDue) void navigate({ to: '/backoffice/security', replace: true })
  }, [isDue, navigate])
}
