import { useEffect, useRef } from 'react'
import { TextField } from '@/client/design-system/forms/field'

interface DateFilterProps {
  name: string
  label: string
  /** The day that counts, `YYYY-MM-DD`. */
  value: string | undefined
  min: string
  disabled?: boolean
  onPick: (day: string) => void
}

/**
 * A date input that is left alone while someone types in it: browsers report half-typed dates ('0002-11-20', or
 * nothing at all), and writing the accepted value back at once would wipe what is being typed.
 */
export function DateFilter({ name, label, value = '', min, disabled = false, onPick }: DateFilterProps) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (input.current && input.current !== document.activeElement) input.current.value = value
  }, [value])
  return (
    <TextField
      ref={input}
      type="date"
      name={name}
      label={label}
      defaultValue={value}
      min={min}
      disabled={disabled}
      onChange={(event) => onPick(event.currentTarget.value)}
      onBlur={(event) => {
        event.currentTarget.value = value
      }}
    />
  )
}
