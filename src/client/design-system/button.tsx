import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { cx } from 'styled-system/css'
import {
  button,
  iconButton,
  type ButtonVariantProps,
  type IconButtonVariantProps,
} from 'styled-system/recipes'
import { Spinner } from './skeleton'

type ButtonProps = ComponentProps<'button'> &
  ButtonVariantProps & {
    /** The button is at work: a spinner, `aria-busy`, clicks ignored. The focus stays, which `disabled` would throw away. */
    busy?: boolean
  }

/** A button of type `button` unless set otherwise. For links: `<Link className={button({ variant })}>`. */
export function Button(props: ButtonProps) {
  const { variant, size, full, busy = false, className, onClick, children, ...rest } = props
  const ignoreWhileBusy = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      type="button"
      {...rest}
      {...(busy ? { 'aria-busy': true, 'aria-disabled': true } : {})}
      className={cx(button({ variant, size, full }), className)}
      onClick={ignoreWhileBusy}
    >
      {busy ? <Spinner /> : null}
      {children}
    </button>
  )
}

type IconButtonProps = Omit<ComponentProps<'button'>, 'children'> &
  IconButtonVariantProps & { label: string; icon: ReactNode }

export function IconButton({ label, icon, variant, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={cx(iconButton({ variant }), className)}
    >
      {icon}
    </button>
  )
}
