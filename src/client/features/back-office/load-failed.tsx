import { Button } from '@/client/ui/button'
import { EmptyState } from '@/client/ui/empty-state'
import { AlertIcon } from '@/client/ui/icons'
import * as m from '@/messages/compiled/messages.js'

/** Something could not be loaded: what, and the way to try again. */
export function LoadFailed({ title, onRetry }: { title: string; onRetry: () => void }) {
  return (
    <div role="alert">
      <EmptyState
        title={title}
        art={<AlertIcon size={40} />}
        actions={
          <Button variant="secondary" onClick={onRetry}>
            {m.admin_try_again()}
          </Button>
        }
      >
        {m.admin_unreachable()}
      </EmptyState>
    </div>
  )
}
