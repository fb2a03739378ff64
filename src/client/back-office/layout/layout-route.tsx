import { createFileRoute, Outlet, useNavigate, useRouterState } from '@tanstack/react-router'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { NotFoundPage } from '@/client/shared/layout/not-found-page'
import { SITE } from '@/site/site'
import { BACK_OFFICE_KEY } from '@/client/shared/session/account-queries'
import { sessionOverState, useCurrentUser } from '@/client/shared/session/use-current-user'
import { useSignOut } from '@/client/shared/session/use-sign-out'
import { storeReturnAddress } from '@/client/shared/session/return-address'
import { lazyPart } from '@/client/shared/loading/lazy-part'
import { ToastOutlet } from '@/client/shared/notifications/toast'
import { useOnline } from '@/client/shared/offline/use-online'
import { EmptyState, Banner } from '@/client/design-system/banner'
import { WifiOffIcon, MenuIcon, SearchIcon } from 'lucide-react'
import { LogoMark } from '@/client/design-system/icons'
import { SkipLink } from '@/client/design-system/visually-hidden'
import * as m from '@/messages/compiled/messages.js'
import { tabStorage } from '@/offline/page/page-storage'
import { isAdmin } from './admin-guard'
import { usePausedKeys } from '@/client/back-office/shared/shortcut-keys'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { LastReviewProvider } from '@/client/back-office/shared/review'
import { secondFactorQuery } from '@/client/back-office/shared/named-queries'
import { IconButton } from '@/client/design-system/button'
import { css } from 'styled-system/css'
import { Sidebar } from './sidebar'
import { usePageTitle } from './navigation'
import { useStoredChoice } from '@/client/back-office/shared/stored-choice'
import { useCommandKey, Breadcrumbs, content, usePageTrail } from './breadcrumbs'

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
      <SkipLink>{m.shell_skip_to_content()}</SkipLink>
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
              <EmptyState level={1} title={m.admin_offline_title()} art={<WifiOffIcon size="3rem" />}>
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
      <ToastOutlet isBelow />
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

const Drawer = lazyPart(async () => (await import('./drawer')).Drawer)

interface TopBarProps {
  email: string
  onSearch: () => void
  onLogout: () => void
}

function TopBar({ email, onSearch, onLogout }: TopBarProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <header className={topBarFrame}>
      <IconButton label={m.admin_nav_open()} icon={<MenuIcon />} onClick={() => setOpen(true)} />
      <span className={brand}>
        <LogoMark />
        {m.admin_title()}
      </span>
      <IconButton
        className={search}
        label={m.admin_command_title()}
        icon={<SearchIcon />}
        onClick={onSearch}
      />
      {isOpen ? <Drawer email={email} onClose={() => setOpen(false)} onLogout={onLogout} /> : null}
    </header>
  )
}

const topBarFrame = css({
  display: { base: 'flex', lg: 'none' },
  alignItems: 'center',
  gap: '2',
  position: 'sticky',
  top: '0',
  zIndex: 'header',
  padding: '2',
  borderBottom: 'hairline',
  bg: 'bg.surface',
})
const search = css({ marginLeft: 'auto' })
const brand = css({
  display: 'flex',
  minWidth: '0',
  overflowWrap: 'anywhere',
  alignItems: 'center',
  gap: '2',
  fontFamily: 'display',
  fontWeight: 'bold',
})

/** Staff only, in the browser only: nothing of it is rendered by the server (rules 2.12). */
export const Route = createFileRoute('/backoffice')({
  ssr: false,
  beforeLoad: async ({ location }) => (await import('./admin-guard')).requireAdmin(location.href),
  head: () => ({
    meta: [{ title: `Back office · ${SITE.name}` }, { name: 'robots', content: 'noindex, nofollow' }],
  }),
  component: BackOfficeLayout,
  notFoundComponent: NotFoundPage,
})
