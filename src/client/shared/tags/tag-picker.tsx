import { useMemo, useState } from 'react'
import { Chip } from '@/client/design-system/badge'
import { Combobox } from '@/client/design-system/forms/combobox'
import { Field } from '@/client/design-system/forms/field'
import { LiveRegion } from '@/client/design-system/visually-hidden'
import * as m from '@/messages/compiled/messages.js'
import { foldText } from '@/domain/text/plain-text'
import { css } from 'styled-system/css'
import { cluster } from 'styled-system/patterns'

interface TagPickerProps {
  id?: string
  tags: readonly TagChoice[]
  selected: readonly string[]
  onChange: (keys: string[]) => void
  hint?: string
  error?: string | undefined
  /** Name in a form that also works without script, where checkboxes stand in. That page shows elsewhere what is selected; else badges do. */
  name?: string
}

/** Several tags of many: search, list, badges to remove them again (rules 2.5, 2.7). */
export function TagPicker(props: TagPickerProps) {
  const { id, tags, selected, onChange, hint, error, name } = props
  const [text, setText] = useState('')
  const all = useMemo(() => withSelected(tags, selected), [tags, selected])
  const options = useMemo(
    () => searchTags(all, text).map((tag) => ({ value: tag.key, label: tag.name })),
    [all, text],
  )
  return (
    <div className={frame}>
      <Field id={id} label={m.events_tags()} hint={hint} error={error}>
        {(wiring) => (
          <div className={name ? needsScript : control}>
            <Combobox
              {...{ wiring, options, text }}
              multiple
              value={selected}
              onChange={onChange}
              onTextChange={setText}
              placeholder={m.events_tags_search()}
              openLabel={m.events_tags_open()}
              emptyLabel={m.events_tags_none()}
              summary={selected.length > 0 ? m.events_tags_selected({ n: selected.length }) : undefined}
            />
          </div>
        )}
      </Field>
      <LiveRegion>{text !== '' && options.length === 0 ? m.events_tags_none() : null}</LiveRegion>
      {name ? (
        <noscript>
          <NativeTags {...{ name, selected }} tags={all} />
        </noscript>
      ) : (
        <SelectedTags tags={all.filter(({ key }) => selected.includes(key))} {...{ selected, onChange }} />
      )}
    </div>
  )
}

function SelectedTags({ tags, selected, onChange }: Pick<TagPickerProps, 'tags' | 'selected' | 'onChange'>) {
  if (tags.length === 0) return null
  return (
    <div className={cluster()}>
      {tags.map((tag) => (
        <Chip
          key={tag.key}
          removeLabel={m.events_tags_remove({ tag: tag.name })}
          onRemove={() => onChange(selected.filter((key) => key !== tag.key))}
        >
          <bdi>{tag.name}</bdi>
        </Chip>
      ))}
    </div>
  )
}

function NativeTags({ name, tags, selected }: Pick<TagPickerProps, 'tags' | 'selected'> & { name: string }) {
  return (
    <fieldset className={nativeList} aria-label={m.events_tags()}>
      {tags.map((tag) => (
        <label key={tag.key} className={nativeRow}>
          <input type="checkbox" name={name} value={tag.key} defaultChecked={selected.includes(tag.key)} />
          <bdi>{tag.name}</bdi>
        </label>
      ))}
    </fieldset>
  )
}

const frame = css({ display: 'grid', gap: '2', minWidth: '0' })
const control = css({ minWidth: '0' })
const needsScript = css({ minWidth: '0', '@media (scripting: none)': { display: 'none' } })
const nativeList = css({
  height: '[200px]',
  overflowY: 'auto',
  border: 'input',
  borderRadius: 'md',
  padding: '2',
})
const nativeRow = css({ display: 'flex', alignItems: 'center', gap: '3', minHeight: 'target' })

export interface TagChoice {
  key: string
  name: string
}

/** Every known tag once: the most used first (they come ordered), then the others by name. */
export function orderTags(
  used: readonly TagChoice[],
  all: readonly TagChoice[],
  locale: string,
): TagChoice[] {
  const seen = new Set(used.map((tag) => tag.key))
  const rest = all.filter((tag) => !seen.has(tag.key))
  return [...used, ...rest.toSorted((a, b) => a.name.localeCompare(b.name, locale))].map(({ key, name }) => ({
    key,
    name,
  }))
}

/** The tags, and what is selected without being among them (a draft, an old link): it can still be removed. */
export function withSelected(tags: readonly TagChoice[], selected: readonly string[]): TagChoice[] {
  const known = new Set(tags.map((tag) => tag.key))
  return [...tags, ...selected.filter((key) => !known.has(key)).map((key) => ({ key, name: key }))]
}

export function searchTags<T extends { name: string }>(tags: readonly T[], text: string): T[] {
  const wanted = foldText(text)
  return tags.filter(({ name }) => foldText(name).includes(wanted))
}

export const TAGS_KEY = ['tags'] as const
