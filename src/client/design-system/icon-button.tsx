import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import { cx } from 'styled-system/css'
import { iconButton } from 'styled-system/recipes'
import type { IconButtonVariantProps } from 'styled-system/recipes'

type IconButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> &
  Pick<IconButtonVariantProps, 'variant'> & {
    /** The name that is read aloud, and shown by the browser as the pointer rests. */
    label: string
    icon: ReactNode
    /** The children are rendered over the icon: a count, a dot. */
    children?: ReactNode
    ref?: Ref<HTMLButtonElement>
  }

/** A 44 px round button with an icon and a spoken name. */
export function IconButton({ label, icon, variant, className, children, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={cx(iconButton({ variant }), className)}
    >
      {icon}
      {children}
    </button>
  )
}
