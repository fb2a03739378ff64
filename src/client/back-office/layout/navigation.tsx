import { useQuery } from '@tanstack/react-query'
import { Link, linkOptions, useParams, useRouterState } from '@tanstack/react-router'
import { useEffect, useId, useState } from 'react'
import { shortName, countText, EmailText } from '@/client/back-office/shared/table'
import { TextLink } from '@/client/shared/links/link'
import * as m from '@/messages/compiled/messages.js'
import {
  BellIcon,
  CalendarIcon,
  ChevronLeftIcon,
  ChevronRightIcon,
  InboxIcon,
  InfoIcon,
  ListIcon,
  LogOutIcon,
  MailIcon,
  MapPinIcon,
  MenuIcon,
  MessageSquareIcon,
  SearchIcon,
  SmartphoneIcon,
  TagIcon,
  UserIcon,
} from 'lucide-react'
import { Badge } from '@/client/design-system/badge'
import { Button, IconButton } from '@/client/design-system/button'
import { LogoMark } from '@/client/design-system/icons'
import { Dialog } from '@/client/design-system/overlays/dialog'
import { smallText } from '@/client/design-system/text'
import { VisuallyHidden } from '@/client/design-system/visually-hidden'
import {
  contactFormCountsQuery,
  countsQuery,
  eventQuery,
  personQuery,
} from '@/client/back-office/shared/back-office-queries'
import { COMMAND_KEYS, KeyCap } from '@/client/back-office/shared/shortcut-keys'
import { useStoredChoice } from '@/client/shared/offline/stored-choice'
import { SITE } from '@/site/site'
import { css, cx } from 'styled-system/css'
import { textLink } from 'styled-system/recipes'

const IMPORT = '/backoffice/events/import' as const

/** The entries of rules 2.12 in its order, then those that it does not name. */
export const ENTRIES = [
  { to: '/backoffice/dashboard', label: m.admin_nav_dashboard, Icon: ListIcon },
  { to: '/backoffice/events', label: m.admin_nav_events, Icon: CalendarIcon },
  { to: '/backoffice/tags', label: m.admin_nav_tags, Icon: TagIcon },
  { to: '/backoffice/users', label: m.admin_nav_users, Icon: UserIcon },
  { to: '/backoffice/notifications', label: m.admin_nav_notifications, Icon: BellIcon },
  { to: '/backoffice/devices', label: m.admin_nav_devices, Icon: SmartphoneIcon },
  { to: '/backoffice/contact-forms', label: m.admin_nav_contact_forms, Icon: MessageSquareIcon },
  { to: '/backoffice/places', label: m.admin_nav_places, Icon: MapPinIcon },
  { to: '/backoffice/week-mail', label: m.admin_week_mail, Icon: MailIcon },
  { to: IMPORT, label: m.import_link, Icon: InboxIcon },
  { to: '/backoffice/activity', label: m.admin_page_activity, Icon: InfoIcon },
] as const

const LIVE = { refetchInterval: 60_000 } as const

function useCounts(): Partial<Record<string, { n: number; label: string }>> {
  const { on_review: onReview = 0, proposals = 0 } = useQuery({ ...countsQuery(), ...LIVE }).data ?? {}
  const forms = useQuery({ ...contactFormCountsQuery(), ...LIVE }).data?.open ?? 0
  const label = [
    ...(onReview > 0 ? [m.admin_nav_on_review({ n: countText(onReview) })] : []),
    ...(proposals > 0 ? [m.admin_nav_proposals({ n: countText(proposals) })] : []),
  ].join(', ')
  return {
    '/backoffice/events': { n: onReview + proposals, label },
    '/backoffice/contact-forms': { n: forms, label: m.admin_nav_open_forms({ n: countText(forms) }) },
  }
}

/** The pages; where the sidebar is collapsed as icons, their names for readers and on hover. */
export function Navigation({ onFollow }: { onFollow?: () => void }) {
  const counts = useCounts()
  const isImport = useRouterState({ select: ({ location }) => location.pathname === IMPORT })
  const id = useId()
  return (
    <nav aria-label={m.admin_nav()}>
      <ul className={list}>
        {ENTRIES.map(({ to, label, Icon }) => {
          const { n, label: counted } = counts[to] ?? { n: 0, label: '' }
          const countId = `${id}${to}`
          return (
            <li key={to} className={place}>
              <Link
                to={to}
                className={item}
                onClick={onFollow}
                title={label()}
                aria-describedby={n > 0 ? countId : undefined}
                // The import stands below the events by its address, and beside them here.
                activeOptions={{ exact: isImport && to !== IMPORT }}
              >
                <Icon size="1.25rem" />
                <span className={name}>{label()}</span>
                {n > 0 ? (
                  <span className={count} aria-hidden>
                    <Badge>{countText(n)}</Badge>
                  </span>
                ) : null}
              </Link>
              {n > 0 ? <VisuallyHidden id={countId}>{counted}</VisuallyHidden> : null}
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

interface BarProps {
  email: string
  onSearch: () => void
  onLogout: () => void
}

function CurrentUser({ email, onLogout, onFollow }: Omit<BarProps, 'onSearch'> & { onFollow?: () => void }) {
  return (
    <div className={user}>
      <div className={wide}>
        <span className={address}>
          <EmailText email={email} />
        </span>
        <span className={smallText}>{m.admin_role()}</span>
      </div>
      <Link
        to="/backoffice/security"
        className={cx(textLink(), security, narrow)}
        title={m.second_factor_title()}
        onClick={onFollow}
      >
        <UserIcon size="1.125rem" />
        <span className={name}>{m.second_factor_title()}</span>
      </Link>
      <Button
        variant="secondary"
        size="sm"
        className={narrow}
        title={`${m.admin_logout()} · ${email} · ${m.admin_role()}`}
        onClick={onLogout}
      >
        <LogOutIcon size="1.125rem" />
        <span className={name}>{m.admin_logout()}</span>
      </Button>
    </div>
  )
}

/** The sidebar of wide screens; as a browser has collapsed it, only its icons. */
export function Sidebar({ onSearch, ...bar }: BarProps) {
  const [choice, setChoice] = useStoredChoice('back-office-sidebar')
  const isCollapsed = choice === 'collapsed'
  return (
    <aside className={sidebar} data-collapsed={isCollapsed ? '' : undefined}>
      <div className={head}>
        <span className={brand}>
          <LogoMark />
          {SITE.name}
        </span>
        <IconButton
          label={isCollapsed ? m.admin_nav_expand() : m.admin_nav_collapse()}
          aria-expanded={!isCollapsed}
          icon={isCollapsed ? <ChevronRightIcon size="1.25rem" /> : <ChevronLeftIcon size="1.25rem" />}
          onClick={() => setChoice(isCollapsed ? 'expanded' : 'collapsed')}
        />
      </div>
      <button type="button" className={search} title={m.admin_command_title()} onClick={onSearch}>
        <SearchIcon size="1.25rem" />
        <span className={name}>{m.admin_command_open()}</span>
        <span className={keys} aria-hidden>
          <KeyCap>{COMMAND_KEYS}</KeyCap>
        </span>
      </button>
      <div className={pages}>
        <Navigation />
      </div>
      <CurrentUser {...bar} />
    </aside>
  )
}

/** The bar of phones and tablets, with the drawer. */
export function TopBar({ onSearch, ...bar }: BarProps) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <header className={topBar}>
      <IconButton label={m.admin_nav_open()} icon={<MenuIcon />} onClick={() => setOpen(true)} />
      <span className={brand}>
        <LogoMark />
        {m.admin_title()}
      </span>
      <IconButton label={m.admin_command_title()} icon={<SearchIcon />} onClick={onSearch} />
      <Dialog
        open={isOpen}
        size="side"
        title={m.admin_title()}
        closeLabel={m.admin_nav_close()}
        onClose={close}
      >
        <div className={drawer}>
          <Navigation onFollow={close} />
          <CurrentUser {...bar} onFollow={close} />
        </div>
      </Dialog>
    </header>
  )
}

const COLLAPSED = '[data-collapsed] &'

const sidebar = css({
  display: { base: 'none', lg: 'flex' },
  flexDirection: 'column',
  gap: '4',
  position: 'sticky',
  top: '0',
  width: '[15.5rem]',
  height: '[100dvh]',
  padding: '3',
  borderRight: 'hairline',
  bg: 'bg.surface',
  '&[data-collapsed]': { width: '[4.25rem]' },
})
const head = css({ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: '2' })
const brand = css({
  display: 'flex',
  alignItems: 'center',
  gap: '2',
  minWidth: '0',
  fontFamily: 'display',
  fontWeight: 'bold',
  lineHeight: 'snug',
  overflowWrap: 'anywhere',
  flex: '1',
  [COLLAPSED]: { display: 'none' },
})
const search = css({
  display: 'flex',
  flexShrink: '0',
  alignItems: 'center',
  gap: '3',
  minHeight: '10',
  paddingInline: '3',
  border: 'hairline',
  borderRadius: 'md',
  color: 'fg.muted',
  textStyle: 'small',
  textAlign: 'left',
  '& svg': { flexShrink: '0' },
  _hover: { borderColor: 'focus' },
})
const keys = css({ marginLeft: 'auto', whiteSpace: 'nowrap', [COLLAPSED]: { display: 'none' } })
// On a low screen the pages are scrolled: who is signed in, and the way out, stay in sight.
const pages = css({ minHeight: '0', overflowY: 'auto' })
const list = css({ display: 'grid', gap: '1' })
const place = css({ position: 'relative' })
// A row is as high as a thumb needs in the drawer; in the sidebar all rows fit 800 pixels.
const item = css({
  display: 'flex',
  alignItems: 'center',
  gap: '3',
  minHeight: { base: 'target', lg: '9' },
  paddingInline: '3',
  borderRadius: 'md',
  fontWeight: 'medium',
  lineHeight: 'snug',
  '& svg': { flexShrink: '0' },
  _hover: { bg: 'sea.subtle' },
  '&[aria-current=page]': { bg: 'sea.subtle', color: 'sea.fg', fontWeight: 'bold' },
})
const name = css({ [COLLAPSED]: { srOnly: true } })
const count = css({ marginLeft: 'auto', [COLLAPSED]: { position: 'absolute', top: '0', right: '0' } })
const user = css({ display: 'grid', gap: '2', justifyItems: 'start', marginTop: '[auto]' })
const security = css({ display: 'flex', alignItems: 'center', gap: '2', minHeight: '6' })
const narrow = css({ [COLLAPSED]: { paddingInline: '3' } })
const wide = css({ display: 'grid', minWidth: '0', maxWidth: 'full', [COLLAPSED]: { display: 'none' } })
const address = css({ textStyle: 'small', fontWeight: 'bold', overflowWrap: 'anywhere' })
const topBar = css({
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
const drawer = css({ display: 'grid', gap: '5' })

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
          const step = <bdi>{shortName(label)}</bdi>
          return (
            <li key={link.to} aria-current={isHere ? 'page' : undefined}>
              {isHere ? step : <TextLink {...link}>{step}</TextLink>}
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
  const title = useDetailTitle(area)
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
function useDetailTitle(area: string): string | undefined {
  const { id = '' } = useParams({ strict: false })
  const event = useQuery({ ...eventQuery(id), enabled: false }).data
  const person = useQuery({ ...personQuery(id), enabled: false }).data
  if (area === 'events') return event?.title
  return area === 'users' ? (person?.user?.name ?? person?.email) : undefined
}

/**
 * Sets the document's title on a page of the back office. The routes' `head` would be part of everybody's first load; each page has its
 * own, for the router writes the title only where it changes.
 */
export function usePageTitle(page: string | undefined): void {
  useEffect(() => {
    document.title = [page, m.admin_title(), SITE.name].filter(Boolean).join(' · ')
  }, [page])
}
