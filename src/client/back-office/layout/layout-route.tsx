import {
  createFileRoute,
  Outlet,
  useNavigate,
  useRouterState,
  Link,
  linkOptions,
} from '@tanstack/react-router'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { NotFoundPage } from '@/client/shared/layout/not-found-page'
import { SITE } from '@/site/site'
import { BACK_OFFICE_KEY } from '@/client/shared/session/account-queries'
import { sessionOverState, useCurrentUser } from '@/client/shared/session/use-current-user'
import { useSignOut } from '@/client/shared/session/use-sign-out'
import { storeReturnAddress } from '@/client/shared/session/return-address'
import { lazyPart } from '@/client/shared/loading/lazy-part'
import { SkipLink } from '@/client/shared/layout/skip-link'
import { ToastOutlet } from '@/client/shared/notifications/toast-outlet'
import { useOnline } from '@/client/shared/offline/use-online'
import { EmptyState, Banner } from '@/client/design-system/banner'
import { WifiOffIcon, MenuIcon, SearchIcon, LogoMark } from '@/client/design-system/icons/icons'
import * as m from '@/messages/compiled/messages.js'
import { tabStorage } from '@/offline/page/page-offline-client'
import { isAdmin } from './admin-guard'
import { usePausedKeys } from '@/client/back-office/shared/shortcut-keys'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { LastReviewProvider } from '@/client/back-office/shared/review'
import { secondFactorQuery } from '@/client/back-office/shared/named-queries'
import { shortName } from '@/client/back-office/shared/table'
import { IconButton } from '@/client/design-system/button'
import { css } from 'styled-system/css'
import { textLink } from 'styled-system/recipes'
import { Sidebar } from './sidebar'
import { usePageTitle, ENTRIES } from './navigation'
import { useStoredChoice } from '@/client/back-office/shared/stored-choice'

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
