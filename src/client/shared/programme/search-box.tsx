import type { FormEvent, ReactNode } from 'react'
import { SearchIcon } from 'lucide-react'
import { QUERY_MAX } from '@/domain/events/search-words'
import * as m from '@/messages/compiled/messages.js'
import { css, cx } from 'styled-system/css'
import { visuallyHidden } from 'styled-system/patterns'
import { input } from 'styled-system/recipes'

interface SearchBoxProps {
  typed: string
  onType: (typed: string) => void
  onSubmit: () => void
  children?: ReactNode
}

/** The field that finds events by words (rules 4.10): a form of the list, which Enter sends without script as well. */
export function SearchBox({ typed, onType, onSubmit, children }: SearchBoxProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- older browsers know no element for it
    <form role="search" action="/events" method="get" onSubmit={submit} className={frame}>
      <SearchIcon size="1.25rem" className={sign} />
      <input
        type="search"
        name="q"
        value={typed}
        maxLength={QUERY_MAX}
        autoComplete="off"
        enterKeyHint="search"
        aria-label={m.events_search()}
        placeholder={m.events_search_short()}
        className={cx(input({ kind: 'text' }), field)}
        onChange={({ target }) => onType(target.value)}
      />
      {children}
      {/* The keyboard's own key submits; who hears or speaks the page finds a button. */}
      <button type="submit" tabIndex={-1} className={visuallyHidden()}>
        {m.events_search_short()}
      </button>
    </form>
  )
}

const frame = css({ position: 'relative', flex: '[1 1 6rem]', minWidth: '0' })
const sign = css({
  position: 'absolute',
  left: '3',
  top: '[calc(50% - 0.625rem)]',
  color: 'fg.muted',
  pointerEvents: 'none',
})
const field = css({ borderRadius: 'full', paddingInline: '[2.5rem 0.75rem]', textOverflow: 'ellipsis' })
