import { useEffect, useRef, useState, type ComponentProps } from 'react'
import { Field, type TextField } from '@/client/design-system/forms/field'
import { IconButton } from '@/client/design-system/button'
import { EyeIcon, EyeOffIcon } from 'lucide-react'
import { css, cx } from 'styled-system/css'
import { input } from 'styled-system/recipes'

type PasswordFieldProps = Omit<ComponentProps<typeof TextField>, 'type' | 'ref'> & {
  /** Whether it is the password of an account, or one that is being chosen: what a password manager offers depends on it. */
  autoComplete: 'current-password' | 'new-password'
  showLabel: string
  hideLabel: string
}

/** The button of Ark's PasswordInput (5.39) leaves the tab order and listens to pointers only. */
export function PasswordField(props: PasswordFieldProps) {
  const { label, hint, error, optionalText, id, className, showLabel, hideLabel, ...rest } = props
  const [isShown, setShown] = useState(false)
  const element = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // Hidden when it is sent: browsers remember what was typed into a field of plain text.
    const form = element.current?.form
    const hide = () => setShown(false)
    form?.addEventListener('submit', hide)
    return () => form?.removeEventListener('submit', hide)
  }, [])
  return (
    <Field {...{ id, label, hint, error, optionalText, className }}>
      {(wiring) => (
        <div className={frame}>
          <input
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            {...rest}
            {...wiring}
            ref={element}
            type={isShown ? 'text' : 'password'}
            className={cx(input({ kind: 'text' }), control)}
          />
          <IconButton
            label={isShown ? hideLabel : showLabel}
            icon={isShown ? <EyeOffIcon size="1.25rem" /> : <EyeIcon size="1.25rem" />}
            className={toggle}
            onClick={() => setShown(!isShown)}
          />
        </div>
      )}
    </Field>
  )
}

const frame = css({ position: 'relative' })
// Edge draws an eye of its own.
const control = css({ paddingRight: '12', '&::-ms-reveal': { display: 'none' } })
const toggle = css({ position: 'absolute', top: '0', right: '0', color: 'fg.muted' })
