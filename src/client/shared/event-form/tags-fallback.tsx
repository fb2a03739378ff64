import { Link } from '@tanstack/react-router'
import { Button } from '@/client/design-system/button'
import { Spinner } from '@/client/design-system/spinner'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'
import { cluster } from 'styled-system/patterns'
import { button } from 'styled-system/recipes'

/** Fallback for the tags: while they load, or when the app has none. */
export function TagsFallback({ isLoading, onRetry }: { isLoading: boolean; onRetry: () => void }) {
  if (isLoading) {
    return (
      <p className={loading}>
        <Spinner /> {m.form_tags_loading()}
      </p>
    )
  }
  return (
    <div className={missing}>
      <p>{m.form_tags_none()}</p>
      <div className={cluster()}>
        <Link to="/contacts" search={{}} className={button({ variant: 'secondary', size: 'sm' })}>
          {m.support_title()}
        </Link>
        <Button variant="ghost" size="sm" onClick={onRetry}>
          {m.form_tags_retry()}
        </Button>
      </div>
    </div>
  )
}

const loading = css({ color: 'fg.muted', minHeight: 'target' })
const missing = css({ display: 'grid', gap: '2', justifyItems: 'start', color: 'fg.muted' })
