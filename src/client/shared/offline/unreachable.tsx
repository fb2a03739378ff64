import { Button } from '@/client/design-system/button'
import { EmptyState } from '@/client/design-system/empty-state'
import { WifiOffIcon } from '@/client/design-system/icons/icons'
import * as m from '@/messages/compiled/messages.js'
import { unreachableText } from './unreachable-text'

interface UnreachableProps {
  title: string
  error: unknown
  onRetry: () => void
}

/** A page stands like this when neither device nor server has its part of the programme. */
export function Unreachable({ title, error, onRetry }: UnreachableProps) {
  return (
    <div role="alert">
      <EmptyState
        level={1}
        title={title}
        art={<WifiOffIcon size={48} />}
        actions={<Button onClick={onRetry}>{m.app_try_again()}</Button>}
      >
        {unreachableText(error, m.app_offline_text())}
      </EmptyState>
    </div>
  )
}
