import { Combobox as Ark, createListCollection } from '@ark-ui/react/combobox'
import { useLayoutEffect, useMemo, useRef } from 'react'
import type { ArkComboboxProps } from '@/client/ui/combobox'
import { CheckIcon, ChevronDownIcon, CloseIcon } from '@/client/ui/icons'
import { combobox } from 'styled-system/recipes'

/** Ark's combobox in our look, a chunk of its own: use it through `Combobox`. */
export function ArkCombobox(props: ArkComboboxProps) {
  const { wiring, options, value, multiple = false, start, emptyLabel } = props
  const styles = combobox({ list: props.list })
  const input = useRef<HTMLInputElement>(null)
  const collection = useMemo(() => createListCollection({ items: options }), [options])
  useLayoutEffect(() => {
    // It replaces an input that may have had the focus.
    if (start.isFocused) input.current?.focus({ preventScroll: true })
  }, [start])
  return (
    <Ark.Root
      className={styles.root}
      ids={{ input: wiring.id, label: `${wiring.id}-label` }}
      collection={collection}
      value={[...value]}
      onValueChange={(details) => props.onChange(details.value)}
      inputValue={props.text}
      onInputValueChange={(details) => props.onTextChange(details.inputValue)}
      defaultOpen={start.isOpen}
      // What was typed before it was loaded is a search, too: Enter takes its first match.
      defaultHighlightedValue={start.isOpen && props.text !== '' ? (options[0]?.value ?? null) : null}
      multiple={multiple}
      allowCustomValue={!multiple}
      openOnClick
      inputBehavior="autohighlight"
      positioning={{ placement: 'bottom-start', sameWidth: true, gutter: 4 }}
      translations={{ triggerLabel: props.openLabel, clearTriggerLabel: props.clearLabel }}
    >
      <Ark.Control
        className={styles.control}
        // After Ark's own handler: Enter never sends the form around it.
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.preventDefault()
        }}
      >
        {props.summary ? <span className={styles.summary}>{props.summary}</span> : null}
        <Ark.Input
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
            <CloseIcon size={18} />
          </button>
        ) : null}
        <Ark.Trigger className={styles.trigger}>
          <ChevronDownIcon size={20} />
        </Ark.Trigger>
      </Ark.Control>
      <Ark.Positioner className={styles.positioner} hidden={options.length === 0 && !emptyLabel}>
        <Ark.Content className={styles.content}>
          {emptyLabel ? <Ark.Empty className={styles.empty}>{emptyLabel}</Ark.Empty> : null}
          {options.map((option) => (
            <Ark.Item key={option.value} item={option} className={styles.item}>
              {props.renderOption?.(option) ?? <Ark.ItemText>{option.label}</Ark.ItemText>}
              {multiple ? (
                <Ark.ItemIndicator className={styles.itemIndicator}>
                  <CheckIcon size={18} />
                </Ark.ItemIndicator>
              ) : null}
            </Ark.Item>
          ))}
        </Ark.Content>
      </Ark.Positioner>
    </Ark.Root>
  )
}
