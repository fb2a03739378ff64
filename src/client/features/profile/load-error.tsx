import type { UseQueryResult } from '@tanstack/react-query'
import type { MouseEvent } from 'react'
import { outcomeOf } from '@/client/shared/offline/call-failed'
import { failureText } from '@/client/shared/forms/server-error-text'
import { Banner } from '@/client/design-system/banner'
import { Button } from '@/client/design-system/button'
import * as m from '@/messages/compiled/messages.js'

interface LoadErrorProps {
  title: string
  query: Pick<UseQueryResult, 'error' | 'refetch' | 'isFetching'>
}

/**
 * Something could not be loaded: what, why, and the way to try again. Its section announces it, in a region that is mounted
 * before: without a network there are several, which must not interrupt one another.
 */
export function LoadError({ title, query }: LoadErrorProps) {
  const retry = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    // The button goes while it is fetched: the section's heading takes the focus.
    currentTarget.closest('section')?.querySelector('h2')?.focus()
    void query.refetch()
  }
  return (
    <Banner
      tone="danger"
      title={title}
      actions={
        <Button variant="secondary" size="sm" busy={query.isFetching} onClick={retry}>
          {m.profile_try_again()}
        </Button>
      }
    >
      {failureText(outcomeOf(query.error))}
    </Banner>
  )
}
