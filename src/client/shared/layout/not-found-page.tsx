import { SearchIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { EmptyState } from '@/client/design-system/banner'
import { ButtonLink } from '@/client/shared/links/link'
import * as m from '@/messages/compiled/messages.js'

/** Any path that leads nowhere (rules 2.1). */
export function NotFoundPage() {
  return (
    <>
      <meta name="robots" content="noindex" />
      <NothingAtAddress
        title={m.shell_not_found()}
        way={<ButtonLink to="/">{m.shell_not_found_home()}</ButtonLink>}
      >
        {m.shell_not_found_text()}
      </NothingAtAddress>
    </>
  )
}

interface NothingAtAddressProps {
  title: string
  /** The link that leads on; else it is the one to all events. */
  way?: ReactNode
  children?: ReactNode
}

export function NothingAtAddress({ title, way, children }: NothingAtAddressProps) {
  return (
    <EmptyState
      level={1}
      title={title}
      art={<SearchIcon size="3rem" />}
      actions={way ?? <ButtonLink to="/events">{m.event_not_found_back()}</ButtonLink>}
    >
      {children}
    </EmptyState>
  )
}
