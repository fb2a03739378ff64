import { CheckIcon } from '@/client/design-system/icons/form-icons'
import { css, cx } from 'styled-system/css'
import { checkbox } from 'styled-system/recipes'

interface RowCheckboxProps {
  label: string
  isSelected: boolean
  /** Selects the row; with Shift everything from the box before to this one. */
  onSelect: (isRange: boolean) => void
}

/** Looks like the other checkboxes, but is not Ark's: each of many rows would run a state machine. */
export function RowCheckbox({ label, isSelected, onSelect }: RowCheckboxProps) {
  return (
    <label className={box}>
      <input
        type="checkbox"
        className={cx(control, tick)}
        data-state={isSelected ? 'checked' : 'unchecked'}
        aria-label={label}
        checked={isSelected}
        onChange={({ nativeEvent }) => onSelect(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
      />
      {isSelected ? (
        <span className={mark}>
          <CheckIcon size={18} />
        </span>
      ) : null}
    </label>
  )
}

const box = css({
  display: 'grid',
  placeItems: 'center',
  width: 'target',
  height: 'target',
  margin: '[-0.5rem]',
  userSelect: 'none',
})
const { control } = checkbox()
const tick = css({ appearance: 'none', gridArea: '[1 / 1]' })
const mark = css({ gridArea: '[1 / 1]', color: 'fg.onAccent', pointerEvents: 'none' })
