import { Link } from '@tanstack/react-router'
import { NothingFound } from './nothing-found'
import { isServerError, unreachableText } from '@/client/shared/offline/unreachable-text'
import { Button } from '@/client/design-system/button'
import { EmptyState } from '@/client/design-system/empty-state'
import { AlertIcon, SearchIcon, WifiOffIcon } from '@/client/design-system/icons/icons'
import type { ProgrammeFilter } from '@/offline/programme/programme-reader'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'
import { button } from 'styled-system/recipes'
import { isFiltered } from './filters/event-filters'

interface NoEventsProps {
  filter: ProgrammeFilter
  /** Epoch seconds. */
  now: number
  onChange: (filter: ProgrammeFilter) => void
  onClear: () => void
}

/** 'No events found', with the way out (rules 2.5). */
export function NoEvents({ filter, now, onChange, onClear }: NoEventsProps) {
  const hasFilter = isFiltered(filter)
  return (
    <div className={state}>
      <EmptyState
        title={m.events_none()}
        art={<SearchIcon size={48} />}
        actions={
          hasFilter ? (
            <Button onClick={onClear}>{m.events_clear_filters()}</Button>
          ) : (
            <Link to="/add-event" className={button()}>
              {m.shell_add_event()}
            </Link>
          )
        }
      >
        {hasFilter ? m.events_none_filtered() : m.events_none_yet()}
      </EmptyState>
      {filter.text === undefined ? null : <NothingFound {...{ filter, now, onChange }} />}
    </div>
  )
}

/** The list could be read neither from the network nor from the replica. */
export function UnreachableEvents({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <div role="alert" className={state}>
      <EmptyState
        title={m.events_unreachable()}
        art={isServerError(error) ? <AlertIcon size={48} /> : <WifiOffIcon size={48} />}
        actions={<Button onClick={onRetry}>{m.app_try_again()}</Button>}
      >
        {unreachableText(error, m.events_unreachable_text())}
      </EmptyState>
    </div>
  )
}

const state = css({ width: 'full' })
