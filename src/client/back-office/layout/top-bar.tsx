import { useState } from 'react'
import { lazyPart } from '@/client/shared/loading/lazy-part'
import { MenuIcon, SearchIcon } from '@/client/design-system/icons/icons'
import { IconButton } from '@/client/design-system/icon-button'
import { LogoMark } from '@/client/design-system/icons/logo'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'

const Drawer = lazyPart(async () => (await import('./dialogs/drawer')).Drawer)

interface TopBarProps {
  email: string
  onSearch: () => void
  onLogout: () => void
}

/** The bar of narrow screens: opens the same entries as a drawer. */
export function TopBar({ email, onSearch, onLogout }: TopBarProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <header className={frame}>
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

const frame = css({
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
