import { useEffect, useId, useRef, type ComponentProps, type ReactNode } from 'react'
import { TriangleAlertIcon } from 'lucide-react'
import { cx } from 'styled-system/css'
import { field, input } from 'styled-system/recipes'

type FieldText = {
  label: ReactNode
  hint?: ReactNode
  /** The error and what to do about it; its presence makes the control invalid. */
  error?: string
  optionalText?: string
}

/** A control must carry these so that label, hint and error belong to it. The label's own id is `<id>-label`. */
export type FieldWiring = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

type FieldProps = FieldText & {
  id?: string
  className?: string
  children: (wiring: FieldWiring) => ReactNode
}

export function Field(props: FieldProps) {
  const { id, label, hint, error, optionalText, className, children } = props
  const ownId = useId()
  const controlId = id ?? ownId
  const hintId = hint ? `${controlId}-hint` : undefined
  const errorId = error ? `${controlId}-error` : undefined
  const styles = field()
  return (
    <div className={cx(styles.root, className)}>
      <label id={`${controlId}-label`} htmlFor={controlId} className={styles.label}>
        {label}
        {optionalText ? <span className={styles.optional}> ({optionalText})</span> : null}
      </label>
      {hint ? (
        <p id={hintId} className={styles.hint}>
          {hint}
        </p>
      ) : null}
      {children({
        id: controlId,
        'aria-describedby': [hintId, errorId].filter(Boolean).join(' ') || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      <FieldError id={errorId} error={error} />
    </div>
  )
}

export function FieldError({ id, error }: { id?: string; error?: string }) {
  if (!error) return null
  return (
    <p id={id} className={field().error}>
      <TriangleAlertIcon size="1.125rem" />
      <span>{error}</span>
    </p>
  )
}

type TextFieldProps = FieldText & ComponentProps<'input'>

export function TextField({ label, hint, error, optionalText, id, className, ...rest }: TextFieldProps) {
  return (
    <Field {...{ id, label, hint, error, optionalText, className }}>
      {(wiring) => <input type="text" dir="auto" {...rest} {...wiring} className={input({ kind: 'text' })} />}
    </Field>
  )
}

interface DateFilterProps extends Pick<TextFieldProps, 'name' | 'label' | 'min' | 'max' | 'disabled'> {
  /** The day that counts, `YYYY-MM-DD`. */
  value: string | undefined
  onPick: (day: string) => void
}

/** Left alone while someone types: browsers report half-typed dates ('0002-11-20', or nothing), and writing back would wipe them. */
export function DateFilter({ value = '', onPick, ...rest }: DateFilterProps) {
  const date = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (date.current && date.current !== document.activeElement) date.current.value = value
  }, [value])
  return (
    <TextField
      {...rest}
      ref={date}
      type="date"
      defaultValue={value}
      onChange={(event) => onPick(event.currentTarget.value)}
      onBlur={(event) => {
        event.currentTarget.value = value
      }}
    />
  )
}

export function EmailField(props: TextFieldProps) {
  return <TextField type="email" autoComplete="email" required {...props} />
}

export function TextArea(props: FieldText & ComponentProps<'textarea'>) {
  const { label, hint, error, optionalText, id, className, ...rest } = props
  return (
    <Field {...{ id, label, hint, error, optionalText, className }}>
      {(wiring) => <textarea rows={5} dir="auto" {...rest} {...wiring} className={input({ kind: 'area' })} />}
    </Field>
  )
}

type SelectFieldProps = FieldText &
  ComponentProps<'select'> & {
    options: readonly { value: string; label: string }[]
    placeholder?: string
  }

/** The native select: on a phone nothing is better, and it costs nothing. */
export function SelectField(props: SelectFieldProps) {
  const { label, hint, error, optionalText, id, className, options, placeholder, ...rest } = props
  return (
    <Field {...{ id, label, hint, error, optionalText, className }}>
      {(wiring) => (
        <select {...rest} {...wiring} className={input({ kind: 'select' })}>
          {placeholder ? <option value="">{placeholder}</option> : null}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
