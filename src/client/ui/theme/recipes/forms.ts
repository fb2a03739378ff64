import { defineRecipe, defineSlotRecipe } from '@pandacss/dev'

export const field = defineSlotRecipe({
  className: 'field',
  slots: ['root', 'label', 'optional', 'hint', 'error'],
  base: {
    root: { display: 'grid', gap: '1.5', minWidth: '0', border: 'none' },
    label: { textStyle: 'label' },
    optional: { fontWeight: 'normal', color: 'fg.muted' },
    hint: { textStyle: 'small', color: 'fg.muted' },
    error: {
      display: 'flex',
      gap: '1.5',
      textStyle: 'small',
      fontWeight: 'medium',
      color: 'danger.fg',
      '& svg': { flexShrink: '0', marginTop: '0.5' },
    },
  },
})

/** One look for input, textarea and select. 16 px text at least: iOS zooms into anything smaller. */
export const input = defineRecipe({
  className: 'input',
  base: {
    width: 'full',
    // A date's own least width is more than half a phone.
    minWidth: '0',
    minHeight: 'target',
    paddingInline: '3.5',
    paddingBlock: '2',
    borderRadius: 'md',
    border: 'input',
    bg: 'bg.surface',
    fontSize: 'md',
    lineHeight: 'snug',
    transition: '[border-color 120ms]',
    _hover: { borderColor: 'focus' },
    _focusVisible: { outlineOffset: '[-1px]', borderColor: 'focus', boxShadow: '[none]' },
    '&:disabled': { bg: 'bg.sunken', color: 'fg.muted' },
    '&:read-only:not(select)': { bg: 'bg.sunken' },
    '&[aria-invalid=true]': { borderColor: 'danger', boxShadow: '[inset 0 0 0 1px {colors.danger}]' },
  },
  variants: {
    kind: {
      text: {},
      area: { minHeight: '32', paddingBlock: '3', lineHeight: 'normal' },
      select: {
        appearance: 'none',
        paddingRight: '10',
        // A chevron of two gradients follows the text colour of both themes; an SVG image could not.
        backgroundImage:
          '[linear-gradient(45deg, transparent 50%, {colors.fg.muted} 50%), linear-gradient(135deg, {colors.fg.muted} 50%, transparent 50%)]',
        backgroundPosition: '[right 1.15rem top 52%, right 0.8rem top 52%]',
        backgroundSize: '[0.36rem 0.36rem]',
        backgroundRepeat: 'no-repeat',
      },
    },
  },
  defaultVariants: { kind: 'text' },
})

export const checkbox = defineSlotRecipe({
  className: 'checkbox',
  slots: ['root', 'control', 'label'],
  base: {
    root: {
      display: 'inline-flex',
      alignItems: 'flex-start',
      gap: '2.5',
      paddingBlock: '2',
      minHeight: 'target',
      cursor: 'pointer',
    },
    control: {
      appearance: 'none',
      flexShrink: '0',
      width: '6',
      height: '6',
      borderRadius: 'sm',
      border: '[2px solid {colors.border.strong}]',
      bg: 'bg.surface',
      display: 'grid',
      placeItems: 'center',
      cursor: 'inherit',
      '&::before': {
        content: '""',
        width: '3.5',
        height: '3.5',
        transform: 'scale(0)',
        bg: 'fg.onAccent',
        clipPath: 'polygon(14% 47%, 0 62%, 38% 98%, 100% 24%, 85% 11%, 37% 69%)',
        transition: '[transform 120ms]',
      },
      '&:is(:checked, :indeterminate)': { bg: 'accent', borderColor: 'accent' },
      '&:is(:checked, :indeterminate)::before': { transform: 'none' },
      '&:indeterminate::before': { clipPath: 'inset(40% 8%)' },
      '&[aria-invalid=true]': { borderColor: 'danger' },
    },
    label: { paddingTop: '[1px]', lineHeight: '[1.4]' },
  },
})
