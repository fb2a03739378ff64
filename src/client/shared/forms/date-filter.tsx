import { useEffect, useRef } from 'react'
import type { ComponentProps } from 'react'
import { TextField } from '@/client/design-system/forms/field'

interface DateFilterProps extends Pick<
  ComponentProps<typeof TextField>,
  'name' | 'label' | 'min' | 'max' | 'disabled'
> {
  /** The day that counts, `YYYY-MM-DD`. */
  value: string | undefined
  onPick: (day: string) => void
}

/** Left alone while someone types: browsers report half-typed dates ('0002-11-20', or nothing), and writing back would wipe them. */
export function DateFilter({ value = '', onPick, ...field }: DateFilterProps) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (input.current && input.current !== document.activeElement) input.current.value = value
  }, [value])
  return (
    <TextField
      {...field}
      ref={input}
      type="date"
      defaultValue={value}
      onChange={(event) => onPick(event.currentTarget.value)}
      onBlur={(event) => {
        event.currentTarget.value = value
      }}
    />
  )
}
