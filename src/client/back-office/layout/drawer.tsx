import { Button } from '@/client/design-system/button'
import { Dialog } from '@/client/design-system/overlays/dialog'
import { LogOutIcon } from 'lucide-react'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'
import { Navigation, CurrentUser } from './navigation'

interface DrawerProps {
  email: string
  onClose: () => void
  onLogout: () => void
}

export function Drawer({ email, onClose, onLogout }: DrawerProps) {
  return (
    <Dialog open size="side" title={m.admin_title()} closeLabel={m.admin_nav_close()} onClose={onClose}>
      <div className={frame}>
        <Navigation onFollow={onClose} />
        <CurrentUser email={email} onFollow={onClose} />
        <Button variant="secondary" onClick={onLogout}>
          <LogOutIcon size="1.25rem" />
          {m.admin_logout()}
        </Button>
      </div>
    </Dialog>
  )
}

const frame = css({ display: 'grid', gap: '5', justifyItems: 'start', '& > nav': { width: 'full' } })
