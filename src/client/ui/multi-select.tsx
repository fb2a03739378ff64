import { Listbox, createListCollection } from '@ark-ui/react/listbox'
import { useMemo, useState } from 'react'
import { CheckIcon } from '@/client/ui/icons'
import { cx } from 'styled-system/css'
import { input, multiSelect } from 'styled-system/recipes'

export type MultiSelectOption = { value: string; label: string; count?: number }

type MultiSelectProps = {
  label: string
  options: readonly MultiSelectOption[]
  value: readonly string[]
  onChange: (value: string[]) => void
  /** "Search..." */
  searchPlaceholder: string
  /** "No options found" */
  emptyText: string
  /** "3 selected"; shown and announced beside the label. */
  selectedText?: string
  describedBy?: string
  invalid?: boolean
}

/** Search that forgives case and accents: "musica" finds "Música". */
const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase()

/** Choose several from a list with a search box (spec 2.5). Ark's listbox: import this file lazily. */
export function MultiSelect(props: MultiSelectProps) {
  const { label, options, value, onChange, searchPlaceholder, emptyText, selectedText } = props
  const [query, setQuery] = useState('')
  const styles = multiSelect()
  const found = useMemo(
    () => options.filter((option) => fold(option.label).includes(fold(query.trim()))),
    [options, query],
  )
  const collection = useMemo(() => createListCollection({ items: found }), [found])

  // The list knows only what the search left in it: what was chosen before and is out of sight stays chosen.
  const choose = (chosenInSight: string[]) => {
    const inSight = new Set(found.map((option) => option.value))
    onChange([
      ...value.filter((item) => !inSight.has(item)),
      ...chosenInSight.filter((item) => inSight.has(item)),
    ])
  }

  return (
    <Listbox.Root
      className={styles.root}
      collection={collection}
      selectionMode="multiple"
      value={[...value]}
      onValueChange={(details) => choose(details.value)}
    >
      <div className={styles.head}>
        <Listbox.Label className={styles.label}>{label}</Listbox.Label>
        <output className={styles.count}>{selectedText}</output>
      </div>
      <Listbox.Input
        className={cx(input(), styles.search)}
        autoHighlight
        placeholder={searchPlaceholder}
        aria-label={`${label}: ${searchPlaceholder}`}
        aria-describedby={props.describedBy}
        aria-invalid={props.invalid || undefined}
        autoComplete="off"
        value={query}
        onChange={(event) => setQuery(event.target.value)}
      />
      <Listbox.Content className={styles.list}>
        {found.map((option) => (
          <Listbox.Item key={option.value} item={option} className={styles.item}>
            <span
              className={styles.indicator}
              data-selected={value.includes(option.value) ? '' : undefined}
              aria-hidden="true"
            >
              <CheckIcon size={16} />
            </span>
            <Listbox.ItemText>{option.label}</Listbox.ItemText>
            {option.count === undefined ? null : <span className={styles.itemCount}>{option.count}</span>}
          </Listbox.Item>
        ))}
        {found.length === 0 ? <Listbox.Empty className={styles.empty}>{emptyText}</Listbox.Empty> : null}
      </Listbox.Content>
    </Listbox.Root>
  )
}
