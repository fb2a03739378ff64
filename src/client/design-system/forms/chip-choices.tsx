import { useId } from 'react'
import { css, cx } from 'styled-system/css'
import { cluster } from 'styled-system/patterns'
import { chip, field } from 'styled-system/recipes'

interface ChipChoicesProps<T extends string> {
  label: string
  options: readonly T[]
  optionLabel: (option: T) => string
  chosen: readonly T[]
  isSingle?: boolean
  onPress: (option: T) => void
}

export function ChipChoices<T extends string>(props: ChipChoicesProps<T>) {
  const { label, options, optionLabel, chosen, isSingle = false, onPress } = props
  const name = useId()
  return (
    <fieldset className={field().root}>
      <legend className={field().label}>{label}</legend>
      <div className={cx(cluster({ gap: '2' }), chips)}>
        {options.map((option) => {
          const isChosen = chosen.includes(option)
          return (
            <label key={option} className={chip()} data-selected={isChosen || undefined}>
              <input
                type={isSingle ? 'radio' : 'checkbox'}
                name={name}
                checked={isChosen}
                onChange={() => onPress(option)}
              />
              {optionLabel(option)}
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}

// A legend takes no part in the gap of its fieldset.
const chips = css({ marginTop: '2' })
