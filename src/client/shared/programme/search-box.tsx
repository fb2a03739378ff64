import type { FormEvent, ReactNode } from 'react'
import { IconButton } from '@/client/design-system/button'
import { SearchIcon } from 'lucide-react'
import { QUERY_MAX } from '@/domain/events/search-words'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'
import { input } from 'styled-system/recipes'

interface SearchBoxProps {
  typed: string
  onType: (typed: string) => void
  onSubmit: () => void
  children?: ReactNode
}

/** The field that finds events by words (rules 4.10): a form of the list, which works without script as well. */
export function SearchBox({ typed, onType, onSubmit, children }: SearchBoxProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- older browsers know no element for it
    <form role="search" action="/events" method="get" onSubmit={submit} className={frame}>
      <input
        type="search"
        name="q"
        value={typed}
        maxLength={QUERY_MAX}
        autoComplete="off"
        enterKeyHint="search"
        aria-label={m.events_search()}
        placeholder={m.events_search()}
        className={input({ kind: 'text' })}
        onChange={({ target }) => onType(target.value)}
      />
      {children}
      <IconButton type="submit" label={m.events_search()} icon={<SearchIcon size="1.25rem" />} />
    </form>
  )
}

const frame = css({ display: 'flex', alignItems: 'center', gap: '2' })
