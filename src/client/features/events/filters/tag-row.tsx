import type { ProgrammeFilter, UsedTag } from '@/offline/programme/programme-reader'
import * as m from '@/messages/compiled/messages.js'
import { css, cx } from 'styled-system/css'
import { chip } from 'styled-system/recipes'
import { ChipRow } from './chip-row'
import { withTagToggled } from './event-filters'
import { FilterLink } from './filter-link'

interface TagRowProps {
  filter: ProgrammeFilter
  /** The most used first. */
  tags: readonly UsedTag[]
  onChange: (filter: ProgrammeFilter) => void
}

/** The tags in one row over the list; the picker of the filter panel finds one by its name. */
export function TagRow({ filter, tags, onChange }: TagRowProps) {
  if (tags.length === 0) return null
  return (
    <ChipRow label={m.events_tag_row()}>
      {tags.map(({ key, name }) => {
        const isShown = filter.tags.includes(key)
        return (
          <FilterLink
            key={key}
            to={withTagToggled(filter, key)}
            isShown={isShown}
            className={cx(chip(), tag)}
            onChange={onChange}
          >
            {name}
          </FilterLink>
        )
      })}
    </ChipRow>
  )
}

const tag = css({
  flexShrink: '0',
  whiteSpace: 'nowrap',
  maxWidth: '[min(16rem, 80vw)]',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  '&[aria-current]': {
    bg: 'bg.sea',
    color: 'fg.onSea',
    borderColor: 'transparent',
    _hover: { bg: 'bg.sea' },
  },
})
