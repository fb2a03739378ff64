import type { UseQueryResult } from '@tanstack/react-query'
import { useId, useRef, type ReactNode, type RefObject } from 'react'
import { failureText } from '@/client/shared/forms/server-error-text'
import { outcomeOf } from '@/client/shared/offline/client-call'
import { Banner } from '@/client/design-system/banner'
import { Button } from '@/client/design-system/button'
import { subheadingText } from '@/client/design-system/text'
import { LiveRegion } from '@/client/design-system/visually-hidden'
import * as m from '@/messages/compiled/messages.js'
import { column } from 'styled-system/patterns'
import { card } from 'styled-system/recipes'

interface SectionProps {
  title: string
  /** Takes the focus when what had it is gone. */
  headingRef?: RefObject<HTMLHeadingElement | null>
  /** Its content is fetched: it says while that is under way, and when it has failed, with the way to try again. */
  fetched?: {
    query: Pick<UseQueryResult, 'error' | 'refetch' | 'isFetching' | 'isPending' | 'isLoadingError'>
    loading?: string
    failed: string
  }
  children: ReactNode
}

export function Section({ title, headingRef, fetched, children }: SectionProps) {
  const id = useId()
  const own = useRef<HTMLHeadingElement>(null)
  const heading = headingRef ?? own
  const isFailed = fetched?.query.isLoadingError === true
  const retry = () => {
    // The button goes while it is fetched: the section's heading takes the focus.
    heading.current?.focus()
    void fetched?.query.refetch()
  }
  return (
    <section className={card({ pad: true })} aria-labelledby={id}>
      <div className={column({ gap: '4', overflowWrap: 'anywhere' })}>
        <h2 ref={heading} id={id} tabIndex={-1} className={subheadingText}>
          {title}
        </h2>
        {fetched ? (
          // Without a network there are several, which must not interrupt one another.
          <LiveRegion>
            {isFailed ? fetched.failed : fetched.query.isPending ? fetched.loading : null}
          </LiveRegion>
        ) : null}
        {children}
        {isFailed ? (
          <Banner
            tone="danger"
            title={fetched.failed}
            actions={
              <Button variant="secondary" size="sm" busy={fetched.query.isFetching} onClick={retry}>
                {m.app_try_again()}
              </Button>
            }
          >
            {failureText(outcomeOf(fetched.query.error))}
          </Banner>
        ) : null}
      </div>
    </section>
  )
}
