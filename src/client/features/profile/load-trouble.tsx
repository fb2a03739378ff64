import type { UseQueryResult } from '@tanstack/react-query'
import { outcomeOf } from '@/client/kit/call-failed'
import { failureText } from '@/client/kit/refusal-text'
import { Banner } from '@/client/ui/banner'
import { Button } from '@/client/ui/button'
import * as m from '@/messages/compiled/messages.js'

interface LoadTroubleProps {
  title: string
  query: Pick<UseQueryResult, 'error' | 'refetch' | 'isFetching'>
}

/** Something could not be loaded: what, why, and the way to try again. It waits for its turn: without a network there are several. */
export function LoadTrouble({ title, query }: LoadTroubleProps) {
  return (
    <Banner
      tone="danger"
      role="status"
      title={title}
      actions={
        <Button variant="secondary" size="sm" busy={query.isFetching} onClick={() => void query.refetch()}>
          {m.profile_try_again()}
        </Button>
      }
    >
      {failureText(outcomeOf(query.error))}
    </Banner>
  )
}
