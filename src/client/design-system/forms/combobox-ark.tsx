import {
  ComboboxContent,
  ComboboxControl,
  ComboboxInput,
  ComboboxItem,
  ComboboxItemIndicator,
  ComboboxItemText,
  ComboboxPositioner,
  ComboboxRoot,
  ComboboxTrigger,
  createListCollection,
} from '@ark-ui/react/combobox'
import { useLayoutEffect, useMemo, useRef } from 'react'
import type { ArkComboboxProps } from '@/client/design-system/forms/combobox'
import { CheckIcon, ChevronDownIcon, XIcon } from 'lucide-react'
import { combobox } from 'styled-system/recipes'

export function ArkCombobox(props: ArkComboboxProps) {
  const { wiring, options, value, multiple = false, start, emptyLabel } = props
  const styles = combobox({ list: multiple ? 'short' : 'tall' })
  const input = useRef<HTMLInputElement>(null)
  const collection = useMemo(() => createListCollection({ items: options }), [options])
  useLayoutEffect(() => {
    // It replaces an input that may have had the focus.
    if (start.isFocused) input.current?.focus({ preventScroll: true })
  }, [start])
  return (
    <ComboboxRoot
      className={styles.root}
      ids={{ input: wiring.id, label: `${wiring.id}-label` }}
      collection={collection}
      value={[...value]}
      onValueChange={(details) => props.onChange(details.value)}
      inputValue={props.text}
      onInputValueChange={({ inputValue, reason }) =>
        props.onTextChange(inputValue, reason === 'item-select')
      }
      defaultOpen={start.isOpen}
      // The text from before it was loaded is a search, too: Enter takes its first match.
      defaultHighlightedValue={start.isOpen && props.text !== '' ? (options[0]?.value ?? null) : null}
      multiple={multiple}
      allowCustomValue={!multiple}
      openOnClick
      inputBehavior="autohighlight"
      positioning={{ placement: 'bottom-start', sameWidth: true, gutter: 4 }}
      translations={{ triggerLabel: props.openLabel, clearTriggerLabel: props.clearLabel }}
    >
      <ComboboxControl
        className={styles.control}
        // It runs after Ark's own handler: Enter never sends the form around it.
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.preventDefault()
          if (event.key === 'Escape' && multiple) props.onTextChange('')
        }}
      >
        {props.summary ? <span className={styles.summary}>{props.summary}</span> : null}
        <ComboboxInput
          ref={input}
          className={styles.input}
          placeholder={props.placeholder}
          aria-describedby={wiring['aria-describedby']}
          aria-invalid={wiring['aria-invalid']}
          onBlur={props.onBlur}
        />
        {props.clearLabel && props.text !== '' ? (
          <button
            type="button"
            className={styles.clearTrigger}
            aria-label={props.clearLabel}
            title={props.clearLabel}
            onClick={() => {
              props.onClear?.()
              input.current?.focus()
            }}
          >
            <XIcon size="1.125rem" />
          </button>
        ) : null}
        <ComboboxTrigger className={styles.trigger}>
          <ChevronDownIcon size="1.25rem" />
        </ComboboxTrigger>
      </ComboboxControl>
      <ComboboxPositioner className={styles.positioner} hidden={options.length === 0 && !emptyLabel}>
        <ComboboxContent className={styles.content}>
          {emptyLabel && options.length === 0 ? (
            // A listbox may hold nothing but options; Ark's own part is none.
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- that tag is of a select
            <div role="option" aria-selected={false} aria-disabled tabIndex={-1} className={styles.empty}>
              {emptyLabel}
            </div>
          ) : null}
          {options.map((option) => (
            <ComboboxItem key={option.value} item={option} className={styles.item}>
              {props.renderOption?.(option) ?? <ComboboxItemText>{option.label}</ComboboxItemText>}
              {multiple ? (
                <ComboboxItemIndicator className={styles.itemIndicator}>
                  <CheckIcon size="1.125rem" />
                </ComboboxItemIndicator>
              ) : null}
            </ComboboxItem>
          ))}
        </ComboboxContent>
      </ComboboxPositioner>
    </ComboboxRoot>
  )
}
