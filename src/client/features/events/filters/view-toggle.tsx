import { getRouteApi } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import { CardsIcon, MenuIcon, PinIcon } from '@/client/design-system/icons/icons'
import { fromTablets } from '@/client/design-system/visually-hidden'
import * as m from '@/messages/compiled/messages.js'
import { css, cx } from 'styled-system/css'
import { tabs } from 'styled-system/recipes'
import { addressParts } from './event-filters'
import type { EventsSearch, EventsView } from './event-filters'
import { rememberView } from './use-list-view'
import { SITE } from '@/site/site'

const route = getRouteApi('/events')

const VIEWS: readonly EventsView[] = SITE.hasMap ? ['cards', 'agenda', 'map'] : ['cards', 'agenda']
const LABELS = { cards: m.events_view_cards, agenda: m.events_view_agenda, map: m.events_view_map }
const ICONS = { cards: CardsIcon, agenda: MenuIcon, map: PinIcon }

interface ViewToggleProps {
  shown: EventsView
  search: EventsSearch
}

/** Cards, agenda or map: links, so that the choice is in the address and works without script; of the lists this browser remembers it. */
export function ViewToggle({ shown, search: asked }: ViewToggleProps) {
  const { filters: _, page: __, view: ___, ...search } = asked
  const navigate = route.useNavigate()
  const styles = tabs()
  return (
    <nav aria-label={m.events_view()} className={cx(styles.list, toggle)}>
      {VIEWS.map((view) => {
        const Icon = ICONS[view]
        // An address without the parameter means cards.
        const written = { ...search, ...(view !== 'cards' && { view }) }
        const query = addressParts(written)
        return (
          <a
            key={view}
            href={query.size > 0 ? `/events?${query}` : '/events'}
            aria-current={view === shown || undefined}
            data-selected={view === shown || undefined}
            className={cx(styles.trigger, choice)}
            onClick={(event: MouseEvent) => {
              if (event.metaKey || event.ctrlKey || event.shiftKey) return
              event.preventDefault()
              if (view !== 'map') rememberView(view)
              void navigate({ search: written, replace: true, resetScroll: false })
            }}
          >
            <span className={onPhones}>
              <Icon size={20} />
            </span>
            <span className={fromTablets}>{LABELS[view]()}</span>
          </a>
        )
      })}
    </nav>
  )
}

const toggle = css({ flexShrink: '0', padding: '0.5' })
const choice = css({ display: 'inline-flex', alignItems: 'center', paddingInline: '3', fontSize: 'sm' })
// On a phone the icon stands for the word: the list begins higher.
const onPhones = css({ md: { display: 'none' } })
