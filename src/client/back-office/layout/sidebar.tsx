import { Link } from '@tanstack/react-router'
import { ChevronLeftIcon, ChevronRightIcon, SearchIcon, UserIcon, LogOutIcon } from 'lucide-react'
import { LogoMark } from '@/client/design-system/icons'
import { IconButton, Button } from '@/client/design-system/button'
import * as m from '@/messages/compiled/messages.js'
import { SITE } from '@/site/site'
import { css } from 'styled-system/css'
import { iconButton } from 'styled-system/recipes'
import { COMMAND_KEYS, KeyCap } from '@/client/back-office/shared/shortcut-keys'
import { Navigation, CurrentUser } from './navigation'

interface SidebarProps {
  email: string
  isCollapsed: boolean
  onToggle: () => void
  onSearch: () => void
  onLogout: () => void
}

export function Sidebar({ email, isCollapsed, onToggle, onSearch, onLogout }: SidebarProps) {
  return (
    <aside className={frame}>
      <div className={head}>
        {isCollapsed ? null : (
          <span className={brand}>
            <LogoMark />
            {SITE.name}
          </span>
        )}
        <IconButton
          label={isCollapsed ? m.admin_nav_expand() : m.admin_nav_collapse()}
          aria-expanded={!isCollapsed}
          icon={isCollapsed ? <ChevronRightIcon size="1.25rem" /> : <ChevronLeftIcon size="1.25rem" />}
          onClick={onToggle}
        />
      </div>
      {isCollapsed ? (
        <IconButton label={m.admin_command_title()} icon={<SearchIcon size="1.25rem" />} onClick={onSearch} />
      ) : (
        <button type="button" className={search} onClick={onSearch}>
          <SearchIcon size="1.25rem" />
          {m.admin_command_open()}
          <span className={keys} aria-hidden>
            <KeyCap>{COMMAND_KEYS}</KeyCap>
          </span>
        </button>
      )}
      <div className={pages}>
        <Navigation isCollapsed={isCollapsed} />
      </div>
      <div className={foot}>
        {isCollapsed ? (
          <>
            <Link
              to="/backoffice/security"
              className={iconButton()}
              aria-label={m.second_factor_title()}
              title={`${email} · ${m.admin_role()} · ${m.second_factor_title()}`}
            >
              <UserIcon size="1.25rem" />
            </Link>
            <IconButton label={m.admin_logout()} icon={<LogOutIcon size="1.25rem" />} onClick={onLogout} />
          </>
        ) : (
          <>
            <CurrentUser email={email} />
            <Button variant="secondary" size="sm" onClick={onLogout}>
              <LogOutIcon size="1.125rem" />
              {m.admin_logout()}
            </Button>
          </>
        )}
      </div>
    </aside>
  )
}

const frame = css({
  display: { base: 'none', lg: 'flex' },
  flexDirection: 'column',
  gap: '4',
  position: 'sticky',
  top: '0',
  height: '[100dvh]',
  padding: '3',
  borderRight: 'hairline',
  bg: 'bg.surface',
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
})
const search = css({
  display: 'flex',
  alignItems: 'center',
  gap: '3',
  minHeight: 'target',
  paddingInline: '3',
  border: 'hairline',
  borderRadius: 'md',
  color: 'fg.muted',
  textStyle: 'small',
  textAlign: 'left',
  cursor: 'pointer',
  '& svg': { flexShrink: '0' },
  _hover: { borderColor: 'focus' },
})
const keys = css({ marginLeft: 'auto', whiteSpace: 'nowrap' })
// On a low screen the pages are scrolled: who is signed in, and the way out, stay in sight.
const pages = css({ minHeight: '0', overflowY: 'auto' })
const foot = css({ display: 'grid', gap: '3', justifyItems: 'start', marginTop: '[auto]' })
