import { useEffect, useRef } from 'react'
import type { InputHTMLAttributes } from 'react'
import { fieldProps, useSchemaForm } from '@/client/shared/forms/use-schema-form'
import { Field } from '@/client/design-system/forms/field'
import { IconButton } from '@/client/design-system/icon-button'
import { CloseIcon, SearchIcon } from '@/client/design-system/icons/icons'
import { css } from 'styled-system/css'
import { input } from 'styled-system/recipes'

interface SearchText {
  text: string
}

interface SearchFormProps extends Pick<InputHTMLAttributes<HTMLInputElement>, 'inputMode' | 'maxLength'> {
  label: string
  placeholder?: string
  searchLabel: string
  clearLabel: string
  schema: Parameters<typeof useSchemaForm<{ text: string }, SearchText>>[0]['schema']
  /** The current search; empty for none. */
  value: string
  onSearch: (text: string) => void
}

/** A text to search for: Enter or the button searches, empty or the other button clears (rules 2.12). */
export function SearchForm(props: SearchFormProps) {
  const { label, placeholder, searchLabel, clearLabel, schema, value, onSearch, ...rest } = props
  const control = useRef<HTMLInputElement>(null)
  const { form, formProps } = useSchemaForm<{ text: string }, SearchText>({
    schema,
    initialValues: { text: value },
    onValid: async ({ text }) => onSearch(text),
  })
  // The address changes by other ways too: back, or all filters cleared.
  useEffect(() => form.reset({ text: value }), [form, value])
  const clear = () => {
    form.reset({ text: '' })
    onSearch('')
    control.current?.focus()
  }
  return (
    <form {...formProps}>
      <form.Field name="text">
        {(field) => {
          const { error, ...wired } = fieldProps(field)
          return (
            <Field label={label} {...(error !== undefined && { error })}>
              {(wiring) => (
                <div className={row}>
                  <input
                    {...rest}
                    {...wired}
                    {...wiring}
                    ref={control}
                    type="text"
                    placeholder={placeholder}
                    autoComplete="off"
                    autoCapitalize="none"
                    spellCheck={false}
                    enterKeyHint="search"
                    className={input({ kind: 'text' })}
                  />
                  <IconButton type="submit" label={searchLabel} icon={<SearchIcon />} />
                  {wired.value === '' && value === '' ? null : (
                    <IconButton label={clearLabel} icon={<CloseIcon />} onClick={clear} />
                  )}
                </div>
              )}
            </Field>
          )
        }}
      </form.Field>
    </form>
  )
}

const row = css({ display: 'flex', gap: '1', minWidth: '0' })
