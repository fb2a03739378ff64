import { ChevronDownIcon } from 'lucide-react'
import { useEffect, useRef, useState, type ComponentType, type ReactNode } from 'react'
import type { FieldWiring } from '@/client/design-system/forms/field'
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
  onBlur?: () => void
  renderOption?: (option: ComboboxOption) => ReactNode
}

export type ArkComboboxProps = ComboboxProps & { start: { isFocused: boolean; isOpen: boolean } }

const NONE = { isFocused: false, isOpen: false }

/** Ark's combobox weighs about 28 KiB: until it is there, its input stands alone, and what is typed or pressed is taken over. */
export function Combobox(props: ComboboxProps) {
  const { wiring, text, onTextChange } = props
  const input = useRef<HTMLInputElement>(null)
  // State, not read when Ark's arrives: between its arrival and its first render people go on typing.
  const [start, setStart] = useState(NONE)
  const [Part, setPart] = useState<ComponentType<ArkComboboxProps>>()
  // Where it cannot be loaded the input stays, and the next focus tries again.
  const load = () =>
    void import('./combobox-ark').then(
      ({ ArkCombobox }) => setPart(() => ArkCombobox),
      () => undefined,
    )
  useEffect(() => {
    // Text and focus from before hydration.
    const typed = input.current?.value ?? ''
    const isFocused = document.activeElement === input.current
    if (typed !== text) onTextChange(typed)
    if (isFocused || typed !== text) setStart({ isFocused, isOpen: typed !== '' })
    load()
    // oxlint-disable-next-line react/exhaustive-deps -- only what happened before the first render in the browser
  }, [])
  if (Part) return <Part {...props} start={start} />
  const styles = combobox({ list: props.multiple ? 'short' : 'tall' })
  const open = () => setStart({ isFocused: true, isOpen: true })
  return (
    <div className={styles.root}>
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
            open()
            onTextChange(event.target.value)
          }}
          onPointerDown={open}
          onClick={open}
          onFocus={() => {
            setStart((before) => ({ ...before, isFocused: true }))
            load()
          }}
          onBlur={() => {
            setStart(NONE)
            props.onBlur?.()
          }}
          // Enter would send the form around it.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
        <span className={styles.trigger}>
          <ChevronDownIcon size="1.25rem" />
        </span>
      </div>
    </div>
  )
}
