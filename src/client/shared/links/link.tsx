import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { cx } from 'styled-system/css'
import { button, textLink, type ButtonVariantProps } from 'styled-system/recipes'

type ButtonAnchorProps = ComponentProps<'a'> & Pick<ButtonVariantProps, 'variant' | 'size'>

function ButtonAnchor({ variant, size, className, children, ...props }: ButtonAnchorProps) {
  return (
    <a {...props} className={cx(button({ variant, size }), className)}>
      {children}
    </a>
  )
}

function TextAnchor({ className, children, ...props }: ComponentProps<'a'>) {
  return (
    <a {...props} className={cx(textLink(), className)}>
      {children}
    </a>
  )
}

/** The router's link as a button, and within a text. */
export const ButtonLink = createLink(ButtonAnchor)
export const TextLink = createLink(TextAnchor)
