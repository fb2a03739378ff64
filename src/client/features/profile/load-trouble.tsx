import type { UseQueryResult } from '@tanstack/react-query'
import { Banner } from '@/client/ui/banner'
import { Button } from '@/client/ui/button'
import * as m from '@/messages/compiled/messages.js'
import { errorText } from '@/client/kit/error-text'

interface LoadTroubleProps {
  title: string
  query: Pick<UseQueryResult, 'error' | 'refetch' | 'isFetching'>
}

/** Something could not be loaded: what, why, and the way to try again. */
export function LoadTrouble({ title, query }: LoadTroubleProps) {
  return (
    <Banner
      tone="danger"
      role="alert"
      title={title}
      actions={
        <Button variant="secondary" size="sm" busy={query.isFetching} onClick={() => void query.refetch()}>
          {m.profile_try_again()}
        </Button>
      }
    >
      {errorText(query.error)}
    </Banner>
  )
}
