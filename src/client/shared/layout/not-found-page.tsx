import { Link } from '@tanstack/react-router'
import { EmptyState } from '@/client/design-system/banner'
import { SearchIcon } from 'lucide-react'
import * as m from '@/messages/compiled/messages.js'
import { button } from 'styled-system/recipes'

/** Any path that leads nowhere (rules 2.1). */
export function NotFoundPage() {
  return (
    <>
      <meta name="robots" content="noindex" />
      <EmptyState
        level={1}
        title={m.shell_not_found()}
        art={<SearchIcon size="3rem" />}
        actions={
          <Link to="/" className={button()}>
            {m.shell_not_found_home()}
          </Link>
        }
      >
        {m.shell_not_found_text()}
      </EmptyState>
    </>
  )
}
