import { defineRecipe } from '@pandacss/dev'

export const button = defineRecipe({
  className: 'button',
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '2',
    maxWidth: 'full',
    minHeight: 'target',
    // The longest word needs the room on a small phone with large text.
    paddingInline: '[min(1.25rem, 5vw)]',
    paddingBlock: '2',
    borderRadius: 'full',
    border: '[1px solid transparent]',
    fontWeight: 'bold',
    lineHeight: 'snug',
    textAlign: 'center',
    userSelect: 'none',
    transition: '[background-color 120ms, border-color 120ms, color 120ms, transform 120ms]',
    _active: { transform: 'translateY(1px)' },
    '&:is(:disabled, [aria-disabled=true])': { opacity: '0.65' },
    '& svg': { flexShrink: '0' },
  },
  variants: {
    variant: {
      primary: { bg: 'accent', color: 'fg.onAccent', _hover: { bg: 'accent.hover' } },
      secondary: {
        bg: 'bg.surface',
        borderColor: 'border.strong',
        color: 'fg.default',
        _hover: { bg: 'sea.subtle', borderColor: 'focus' },
      },
      ghost: { color: 'link', paddingInline: '3', _hover: { bg: 'sea.subtle' } },
      danger: { bg: 'danger', color: 'fg.onAccent', _hover: { bg: 'danger.hover' } },
    },
    size: {
      sm: { minHeight: '9', paddingInline: '3.5', fontSize: 'sm' },
      md: {},
      lg: { minHeight: '14', paddingInline: '[min(2rem, 8vw)]', fontSize: 'lg' },
    },
    full: { true: { width: 'full' } },
  },
  defaultVariants: { variant: 'primary', size: 'md' },
})

export const iconButton = defineRecipe({
  className: 'icon-button',
  base: {
    position: 'relative',
    display: 'inline-grid',
    placeItems: 'center',
    flexShrink: '0',
    width: 'target',
    height: 'target',
    borderRadius: 'full',
    transition: '[background-color 120ms, color 120ms]',
    '&:is(:disabled, [aria-disabled=true])': { opacity: '0.45' },
  },
  variants: {
    variant: {
      ghost: { _hover: { bg: 'sea.subtle' } },
      soft: { bg: 'bg.sunken', _hover: { bg: 'sea.subtle' } },
      solid: { bg: 'bg.raised', color: 'fg.default', boxShadow: 'mid', _hover: { bg: 'sea.subtle' } },
    },
  },
  defaultVariants: { variant: 'ghost' },
})

export const textLink = defineRecipe({
  className: 'text-link',
  base: {
    color: 'link',
    fontWeight: 'medium',
    textDecoration: 'underline',
    textDecorationThickness: '[1px]',
    textUnderlineOffset: '[0.2em]',
    borderRadius: 'sm',
    _hover: { textDecorationThickness: '[2px]' },
  },
})

export const badge = defineRecipe({
  className: 'badge',
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1',
    maxWidth: 'full',
    minHeight: '6',
    paddingInline: '2.5',
    borderRadius: 'full',
    fontSize: 'xs',
    fontWeight: 'bold',
    lineHeight: 'snug',
  },
  variants: {
    tone: {
      neutral: { bg: 'bg.sunken', color: 'fg.muted' },
      sea: { bg: 'sea.subtle', color: 'sea.fg' },
      accent: { bg: 'accent.subtle', color: 'accent.fg' },
      success: { bg: 'success.subtle', color: 'success.fg' },
      warning: { bg: 'warning.subtle', color: 'warning.fg' },
      danger: { bg: 'danger.subtle', color: 'danger.fg' },
    },
  },
  defaultVariants: { tone: 'neutral' },
})

export const chip = defineRecipe({
  className: 'chip',
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1.5',
    minHeight: '9',
    paddingInline: '3.5',
    borderRadius: 'full',
    border: 'input',
    bg: 'bg.surface',
    fontSize: 'sm',
    lineHeight: 'snug',
    transition: '[background-color 120ms, border-color 120ms]',
    _hover: { borderColor: 'focus' },
    '&:is([aria-pressed=true], [aria-current], [data-selected])': {
      bg: 'link',
      borderColor: 'link',
      color: 'bg.page',
      fontWeight: 'bold',
    },
  },
})
