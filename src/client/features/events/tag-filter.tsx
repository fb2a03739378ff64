import { useEffect, useId, useRef, useState } from 'react'
import { ChevronDownIcon } from '@/client/ui/icons'
import type { ProgrammeFilter, UsedTag } from '@/offline/programme-reader'
import * as m from '@/messages/compiled/messages.js'
import { css, cx } from 'styled-system/css'
import { field, input } from 'styled-system/recipes'
import { withTag } from './event-filters'
import { searchTags } from './search-tags'

interface TagFilterProps {
  filter: ProgrammeFilter
  /** The most used first. */
  tags: readonly UsedTag[]
  onChange: (filter: ProgrammeFilter) => void
}

/**
 * Multi-select with search (spec 2.5), of native parts: `details` and checkboxes open and tick without script, are
 * known to every keyboard and reader, and weigh nothing in the first load.
 */
export function TagFilter({ filter, tags, onChange }: TagFilterProps) {
  const [words, setWords] = useState('')
  const box = useRef<HTMLDetailsElement>(null)
  useClosedFromOutside(box)
  const labelId = useId()
  const listed = searchTags(withChosen(tags, filter.tags), words)
  const count = filter.tags.length
  const selected = count === 0 ? m.events_tags_any() : m.events_tags_selected({ n: count })
  return (
    <div className={field().root}>
      <span id={labelId} className={field().label}>
        {m.events_tags()}
      </span>
      <details ref={box} className={details}>
        <summary className={cx(input(), summary)} aria-label={`${m.events_tags()}: ${selected}`}>
          {selected}
          <ChevronDownIcon size={20} />
        </summary>
        <div className={panel}>
          <input
            type="search"
            className={input()}
            placeholder={m.events_tags_search()}
            aria-label={m.events_tags_search()}
            value={words}
            onChange={(event) => setWords(event.currentTarget.value)}
            // Enter would send the form around it.
            onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          />
          <fieldset aria-labelledby={labelId} className={list}>
            {listed.map(({ key, name }) => (
              <label key={key} className={row}>
                <input
                  type="checkbox"
                  name="tags"
                  value={key}
                  className={tick}
                  checked={filter.tags.includes(key)}
                  onChange={(event) => onChange(withTag(filter, key, event.currentTarget.checked))}
                />
                {name}
              </label>
            ))}
            <p aria-live="polite" className={none}>
              {listed.length === 0 ? m.events_tags_none() : null}
            </p>
          </fieldset>
        </div>
      </details>
    </div>
  )
}

/** A chosen tag that nothing upcoming bears any more can still be taken away. */
function withChosen(tags: readonly UsedTag[], chosen: readonly string[]): UsedTag[] {
  const missing = chosen.filter((key) => !tags.some((tag) => tag.key === key))
  return [...tags, ...missing.map((key) => ({ id: key, key, name: key, count: 0 }))]
}

/** A list that lies over the page closes on Escape and when something else is used. */
function useClosedFromOutside(box: React.RefObject<HTMLDetailsElement | null>): void {
  useEffect(() => {
    const close = (event: Event) => {
      const element = box.current
      if (element?.open && !(event.target instanceof Node && element.contains(event.target)))
        element.open = false
    }
    const escape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !box.current?.open) return
      box.current.open = false
      box.current.querySelector('summary')?.focus()
    }
    document.addEventListener('pointerdown', close)
    document.addEventListener('focusin', close)
    document.addEventListener('keydown', escape)
    return () => {
      document.removeEventListener('pointerdown', close)
      document.removeEventListener('focusin', close)
      document.removeEventListener('keydown', escape)
    }
  }, [box])
}

const details = css({ position: 'relative', '&[open] > summary svg': { transform: 'rotate(180deg)' } })

const summary = css({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '2',
  cursor: 'pointer',
  // A summary counts as read-only, which the input's look shows sunken.
  bg: 'bg.surface',
})

const panel = css({
  display: 'grid',
  gap: '2',
  marginTop: '1.5',
  padding: '2',
  bg: 'bg.raised',
  border: 'input',
  borderRadius: 'md',
  // On small screens the fields stand below each other: the list pushes them down instead of covering them.
  md: { position: 'absolute', insetInline: '0', zIndex: 'raised', boxShadow: 'high' },
})

const list = css({ height: '[200px]', overflowY: 'auto', overscrollBehavior: 'contain', paddingInline: '1' })
const row = css({
  display: 'flex',
  alignItems: 'center',
  gap: '3',
  minHeight: 'target',
  paddingInline: '1',
  borderRadius: 'sm',
  cursor: 'pointer',
  _hover: { bg: 'sea.subtle' },
})

const tick = css({ width: '5', height: '5', flexShrink: '0' })
const none = css({ textAlign: 'center', color: 'fg.muted', '&:not(:empty)': { padding: '4' } })
