import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute, Outlet, redirect, useNavigate, useRouterState } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { WifiOffIcon } from 'lucide-react'
import { Banner, EmptyState } from '@/client/design-system/banner'
import { SkipLink } from '@/client/design-system/visually-hidden'
import { NotFoundPage } from '@/client/shared/layout/not-found-page'
import { lazyPart } from '@/client/shared/loading/lazy-part'
import { ToastOutlet } from '@/client/shared/notifications/toast'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { useOnline } from '@/client/shared/offline/use-online'
import { BACK_OFFICE_KEY } from '@/client/shared/session/account-queries'
import { storeReturnAddress } from '@/client/shared/session/return-address'
import { sessionOverState, useCurrentUser } from '@/client/shared/session/use-current-user'
import { useSignOut } from '@/client/shared/session/use-sign-out'
import { useFocusAfterRemoval } from '@/client/back-office/shared/focus-after-removal'
import { secondFactorQuery } from '@/client/back-office/shared/back-office-queries'
import { useCommandKey, usePausedKeys } from '@/client/back-office/shared/shortcut-keys'
import { useUndoKey } from '@/client/back-office/shared/use-action'
import * as m from '@/messages/compiled/messages.js'
import { SITE } from '@/site/site'
import { css } from 'styled-system/css'
import { column } from 'styled-system/patterns'
import { isAdmin } from './admin-guard'
import { Breadcrumbs, Sidebar, TopBar, usePageTitle, usePageTrail } from './navigation'

const CommandDialog = lazyPart(async () => (await import('./command-dialog')).CommandDialog)

/**
 * Shell of the back office (rules 2.12). Everything below reads the API: online only, never in the replica. Signing out,
 * here or in another tab, redirects to the login.
 */
function BackOfficeLayout() {
  const user = useCurrentUser()
  const isOnline = useOnline()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const href = useRouterState({ select: (state) => state.location.href })
  const [isSearching, setSearching] = useState(false)
  useCommandKey(() => setSearching(true))
  usePausedKeys(isSearching)
  useUndoKey()
  useFocusAfterRemoval()
  const trail = usePageTrail()
  usePageTitle(trail.at(-1)?.label)
  const signOut = useSignOut('/backoffice/login')
  const isOut = user !== undefined && !isAdmin(user ?? undefined)
  useSecondFactorDue(user !== undefined && !isOut)

  const leave = useEffectEvent(() => {
    queryClient.removeQueries({ queryKey: BACK_OFFICE_KEY })
    storeReturnAddress(href)
    void navigate({ to: '/backoffice/login', state: sessionOverState(), replace: true })
  })
  useEffect(() => {
    if (isOut) leave()
  }, [isOut])

  if (!user || isOut) return null
  const bar = { email: user.email, onSearch: () => setSearching(true), onLogout: signOut.request }
  return (
    <div className={frame}>
      <SkipLink>{m.shell_skip_to_content()}</SkipLink>
      <Sidebar {...bar} />
      <div className={beside}>
        <TopBar {...bar} />
        <main className={content} id="content" tabIndex={-1}>
          <SessionOnlyNote />
          <Breadcrumbs trail={trail} />
          <div aria-live="polite" className={contents}>
            {isOnline ? null : (
              <EmptyState level={1} title={m.admin_offline_title()} art={<WifiOffIcon size="3rem" />}>
                {m.admin_offline_text()}
              </EmptyState>
            )}
          </div>
          {/* Stays, hidden: what is typed on it is not lost by a tunnel. */}
          <div hidden={!isOnline} className={page}>
            <Outlet />
          </div>
        </main>
      </div>
      {isSearching ? <CommandDialog onClose={() => setSearching(false)} /> : null}
      <ToastOutlet isBelow />
      {signOut.dialog}
    </div>
  )
}

const frame = css({ display: 'flex', minHeight: '[100dvh]' })
const beside = css({ flex: '1', display: 'flex', flexDirection: 'column', minWidth: '0' })
const content = column({
  flex: '1',
  alignContent: 'start',
  gap: '5',
  padding: { base: '4', md: '8' },
  minWidth: '0',
})
// Long words break before they push a page off a small screen.
const page = css({ minWidth: '0', overflowWrap: 'anywhere' })
const contents = css({ display: 'contents' })

/** The note for somebody who has signed in where nothing can be stored: the session ends with the page. */
function SessionOnlyNote() {
  const [isSessionOnly, setSessionOnly] = useState(false)
  useEffect(() => {
    const check = async () => setSessionOnly((await loadOfflineClient()).session.isInMemory())
    // Nobody is signed in here when the client cannot be loaded.
    check().catch(() => undefined)
  }, [])
  if (!isSessionOnly) return null
  return (
    <Banner
      tone="warning"
      role="alert"
      title={m.sign_in_session_only_title()}
      closeLabel={m.admin_close()}
      onClose={() => setSessionOnly(false)}
    >
      {m.sign_in_session_only_text()}
    </Banner>
  )
}

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

/** Staff only, in the browser only: nothing of it is rendered by the server (rules 2.12). */
export const Route = createFileRoute('/backoffice')({
  ssr: false,
  beforeLoad: async ({ location: { href, pathname } }) => {
    await (await import('./admin-guard')).requireAdmin(href)
    if (/^\/backoffice\/?$/.test(pathname)) throw redirect({ to: '/backoffice/dashboard', replace: true })
  },
  head: () => ({
    meta: [{ title: `Back office · ${SITE.name}` }, { name: 'robots', content: 'noindex, nofollow' }],
  }),
  component: BackOfficeLayout,
  notFoundComponent: NotFoundPage,
})
