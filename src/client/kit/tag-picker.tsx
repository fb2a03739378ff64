import { useId, useState } from 'react'
import type { ReactNode } from 'react'
import { FieldError } from '@/client/ui/field'
import { CheckIcon } from '@/client/ui/icons'
import * as m from '@/messages/compiled/messages.js'
import { css, cx } from 'styled-system/css'
import { cluster } from 'styled-system/patterns'
import { button, chip, field, input } from 'styled-system/recipes'
import { shownTags } from './tag-picker-order'
import type { TagChoice } from './tag-picker-order'

/** As many as fit on a phone without scrolling past them. */
const OFFERED = 18

interface TagPickerProps {
  tags: readonly TagChoice[]
  chosen: readonly string[]
  onChange: (keys: string[]) => void
  error?: string | undefined
  /** Instead of the tags, while there are none. */
  fallback?: ReactNode
}

/** Tags as buttons to tap, the most used first, with a search for the rest. */
export function TagPicker({ tags, chosen, onChange, error, fallback }: TagPickerProps) {
  const id = useId()
  const [search, setSearch] = useState('')
  const [all, setAll] = useState(false)
  const shown = shownTags(tags, chosen, search, all ? Infinity : OFFERED)
  const styles = field()
  const toggle = (key: string) =>
    onChange(chosen.includes(key) ? chosen.filter((one) => one !== key) : [...chosen, key])

  return (
    <fieldset
      className={styles.root}
      aria-describedby={`${id}-hint${error ? ` ${id}-error` : ''}`}
      {...(error ? { 'data-invalid': true, tabIndex: -1 } : {})}
    >
      <legend className={cx(styles.label, legend)}>
        {m.form_tags()}
        {chosen.length > 0 ? (
          <span className={styles.optional}> ({m.form_tags_selected({ n: chosen.length })})</span>
        ) : null}
      </legend>
      <p id={`${id}-hint`} className={styles.hint}>
        {m.form_tags_hint()}
      </p>
      {tags.length > OFFERED ? (
        <input
          type="search"
          className={input()}
          aria-label={`${m.form_tags()}: ${m.form_tags_search()}`}
          placeholder={m.form_tags_search()}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          // Enter would send the whole form.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      ) : null}
      <div className={cluster({ gap: '2' })}>
        {shown.map((tag) => (
          <button
            key={tag.key}
            type="button"
            className={cx(chip(), tagButton)}
            aria-pressed={chosen.includes(tag.key)}
            onClick={() => toggle(tag.key)}
          >
            {chosen.includes(tag.key) ? <CheckIcon size={16} /> : null}
            {tag.name}
          </button>
        ))}
        {tags.length === 0 ? fallback : null}
        {!all && search === '' && tags.length > shown.length ? (
          <button
            type="button"
            className={button({ variant: 'ghost', size: 'sm' })}
            onClick={() => setAll(true)}
          >
            {m.form_tags_all({ n: tags.length })}
          </button>
        ) : null}
      </div>
      <output className={styles.hint}>
        {search !== '' && shown.length === 0 ? m.form_tags_none() : null}
      </output>
      <FieldError id={`${id}-error`} error={error} />
    </fieldset>
  )
}

const legend = css({ padding: '0', marginBottom: '1.5' })
const tagButton = css({ minHeight: 'target' })
