import { useId } from 'react'
import { FieldError } from './field'
import { css, cx } from 'styled-system/css'
import { cluster } from 'styled-system/patterns'
import { chip, field } from 'styled-system/recipes'

interface ChipChoicesProps<T extends string | number> {
  /** Something leads to it, as an error summary does. */
  id?: string
  label: string
  error?: string | undefined
  options: readonly T[]
  optionLabel: (option: T) => string
  /** The whole of a name that the label shortens. */
  optionName?: (option: T) => string
  chosen: readonly T[]
  isSingle?: boolean
  onPress: (option: T) => void
}

export function ChipChoices<T extends string | number>(props: ChipChoicesProps<T>) {
  const { id, label, error, options, optionLabel, optionName, chosen, isSingle = false, onPress } = props
  const name = useId()
  return (
    <fieldset
      id={id}
      tabIndex={id === undefined ? undefined : -1}
      aria-describedby={error && `${name}-error`}
      className={field().root}
    >
      <legend className={field().label}>{label}</legend>
      <div className={cx(cluster({ gap: '2' }), chips)}>
        {options.map((option) => {
          const isChosen = chosen.includes(option)
          return (
            <label key={option} className={chip()} data-selected={isChosen || undefined}>
              <input
                type={isSingle ? 'radio' : 'checkbox'}
                name={name}
                aria-label={optionName?.(option)}
                checked={isChosen}
                onChange={() => onPress(option)}
              />
              {optionLabel(option)}
            </label>
          )
        })}
      </div>
      <FieldError id={`${name}-error`} error={error} />
    </fieldset>
  )
}

// A legend takes no part in the gap of its fieldset.
const chips = css({ marginTop: '2' })
