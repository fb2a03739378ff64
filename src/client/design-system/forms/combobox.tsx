import { useEffect, useRef, useState } from 'react'
import type { ComponentType, ReactNode } from 'react'
import type { FieldWiring } from '@/client/design-system/forms/field'
import { ChevronDownIcon } from 'lucide-react'
import { combobox } from 'styled-system/recipes'

interface ComboboxOption {
  value: string
  label: string
}

interface ComboboxProps {
  wiring: FieldWiring
  options: readonly ComboboxOption[]
  value: readonly string[]
  onChange: (value: string[]) => void
  text: string
  /** `isOfOption`: it is the label of the option that is being chosen, and nobody typed it. */
  onTextChange: (text: string, isOfOption?: boolean) => void
  openLabel: string
  placeholder?: string
  /** Shown in place of the options, when there are none. Without it an empty list stays closed. */
  emptyLabel?: ReactNode
  summary?: ReactNode
  clearLabel?: string
  onClear?: () => void
  multiple?: boolean
  list?: 'short' | 'tall'
  onBlur?: () => void
  renderOption?: (option: ComboboxOption) => ReactNode
}

interface ComboboxStart {
  isFocused: boolean
  isOpen: boolean
}

export type ArkComboboxProps = ComboboxProps & { start: ComboboxStart }

/** Ark's combobox weighs about 28 KiB, so it is fetched when a pointer or the focus comes near; what is typed until then stays. */
export function Combobox(props: ComboboxProps) {
  const { wiring, text, onTextChange } = props
  const input = useRef<HTMLInputElement>(null)
  // State, not read when Ark's arrives: between its arrival and its first render people go on typing.
  const [start, setStart] = useState<ComboboxStart>({ isFocused: false, isOpen: false })
  const begin = (now: Partial<ComboboxStart>) => setStart((before) => ({ ...before, ...now }))
  const [Part, setPart] = useState<ComponentType<ArkComboboxProps>>()
  // Where it cannot be loaded the input stays, and whatever comes near next tries again.
  const request = () =>
    void import('./combobox-ark').then(
      ({ ArkCombobox }) => setPart(() => ArkCombobox),
      () => undefined,
    )

  // Text and focus from before hydration are taken over.
  useEffect(() => {
    const element = input.current
    if (element === null) return
    if (element.value !== '' && element.value !== text) {
      begin({ isOpen: true })
      onTextChange(element.value)
    }
    if (document.activeElement === element) {
      begin({ isFocused: true })
      request()
    }
    // oxlint-disable-next-line react/exhaustive-deps -- only what happened before the first render in the browser
  }, [])

  if (Part) return <Part {...props} start={start} />
  const styles = combobox({ list: props.list })
  const open = () => {
    begin({ isOpen: true })
    input.current?.focus()
    request()
  }
  return (
    <div
      className={styles.root}
      onPointerEnter={request}
      // It begins before the click: one that begins here can end on the input that takes this one's place.
      onPointerDown={() => begin({ isOpen: true })}
      onPointerCancel={() => begin({ isOpen: false })}
    >
      <div className={styles.control}>
        {props.summary ? <span className={styles.summary}>{props.summary}</span> : null}
        <input
          {...wiring}
          ref={input}
          type="text"
          dir="auto"
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={false}
          aria-controls={`${wiring.id}-list`}
          autoComplete="off"
          spellCheck={false}
          className={styles.input}
          placeholder={props.placeholder}
          value={text}
          onChange={(event) => {
            begin({ isOpen: true })
            onTextChange(event.target.value)
          }}
          onFocus={() => {
            begin({ isFocused: true })
            request()
          }}
          onClick={open}
          onBlur={() => {
            begin({ isFocused: false, isOpen: false })
            props.onBlur?.()
          }}
          onKeyDown={(event) => {
            // Enter would send the form around it.
            if (event.key === 'Enter') event.preventDefault()
            if (event.key === 'ArrowDown' || event.key === 'ArrowUp') open()
          }}
        />
        <button
          type="button"
          tabIndex={-1}
          aria-label={props.openLabel}
          className={styles.trigger}
          onClick={open}
        >
          <ChevronDownIcon size="1.25rem" />
        </button>
      </div>
    </div>
  )
}
