import { Button } from '@/client/ui/button'
import { Spinner } from '@/client/ui/spinner'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'

/** Fallback for the tags: while they load, or when neither the replica nor the network has any. */
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
      <p>{m.form_tags_missing()}</p>
      <Button variant="secondary" size="sm" onClick={onRetry}>
        {m.form_tags_retry()}
      </Button>
    </div>
  )
}

const loading = css({ color: 'fg.muted', minHeight: 'target' })
const missing = css({ display: 'grid', gap: '2', justifyItems: 'start', color: 'fg.muted' })
