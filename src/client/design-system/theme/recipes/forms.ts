import { checkboxAnatomy, comboboxAnatomy, tabsAnatomy } from '@ark-ui/react/anatomy'
import { defineRecipe, defineSlotRecipe } from '@pandacss/dev'

/** A control that people type into, with its own frame or within one. */
const typedInto = {
  minHeight: 'target',
  borderRadius: 'md',
  border: 'input',
  bg: 'bg.surface',
  transition: '[border-color 120ms]',
  _hover: { borderColor: 'focus' },
} as const
const invalid = { borderColor: 'danger', boxShadow: '[inset 0 0 0 1px {colors.danger}]' } as const

const field = defineSlotRecipe({
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
const input = defineRecipe({
  className: 'input',
  base: {
    width: 'full',
    // A date's own least width is more than half a phone.
    minWidth: '0',
    ...typedInto,
    paddingInline: '3.5',
    paddingBlock: '2',
    fontSize: 'md',
    lineHeight: 'snug',
    _focusVisible: { outlineOffset: '[-1px]', borderColor: 'focus', boxShadow: '[none]' },
    '&:disabled': { bg: 'bg.sunken', color: 'fg.muted' },
    '&:read-only:not(select)': { bg: 'bg.sunken' },
    '&[aria-invalid=true]': invalid,
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

const checkbox = defineSlotRecipe({
  className: 'checkbox',
  slots: checkboxAnatomy.keys(),
  base: {
    root: {
      position: 'relative',
      display: 'inline-flex',
      alignItems: 'flex-start',
      gap: '2.5',
      paddingBlock: '2',
      minHeight: 'target',
      cursor: 'pointer',
    },
    control: {
      flexShrink: '0',
      width: '6',
      height: '6',
      borderRadius: 'sm',
      border: '[2px solid {colors.border.strong}]',
      bg: 'bg.surface',
      color: 'fg.onAccent',
      display: 'grid',
      placeItems: 'center',
      '&:is([data-state=checked], [data-state=indeterminate])': { bg: 'accent', borderColor: 'accent' },
      '&[data-invalid]': { borderColor: 'danger' },
      '&[data-focus-visible]': { outline: '[2px solid {colors.focus}]', outlineOffset: '[2px]' },
    },
    label: { paddingTop: '[1px]', lineHeight: '[1.4]' },
  },
})

const comboboxButton = {
  display: 'grid',
  placeItems: 'center',
  flexShrink: '0',
  width: 'target',
  minHeight: '10',
  color: 'fg.muted',
} as const

/** Input and list of Ark's combobox; the control looks like every other input, also before its script is there. */
const combobox = defineSlotRecipe({
  className: 'combobox',
  slots: [...comboboxAnatomy.keys(), 'summary'],
  base: {
    root: { position: 'relative', minWidth: '0' },
    control: {
      display: 'flex',
      alignItems: 'center',
      ...typedInto,
      '&:has(input:focus-visible)': {
        outline: '[2px solid {colors.focus}]',
        outlineOffset: '[-1px]',
        borderColor: 'focus',
      },
      '&:has([aria-invalid=true])': invalid,
    },
    summary: {
      // The text is cut on a small phone with large text; the list says it all.
      minWidth: '0',
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      marginLeft: '2',
      paddingInline: '2.5',
      borderRadius: 'full',
      bg: 'sea.subtle',
      color: 'sea.fg',
      fontSize: 'sm',
      fontWeight: 'bold',
      whiteSpace: 'nowrap',
    },
    input: {
      flex: '1',
      // A percentage: its own width of twenty letters would push the control out of a phone.
      width: 'full',
      minWidth: '0',
      minHeight: '10',
      paddingInline: '3.5',
      fontSize: 'md',
      lineHeight: 'snug',
      textOverflow: 'ellipsis',
      _focusVisible: { outline: 'none', boxShadow: '[none]' },
    },
    trigger: {
      ...comboboxButton,
      '& svg': { transition: '[transform 200ms]' },
      '&[data-state=open] svg': { transform: 'rotate(180deg)' },
    },
    clearTrigger: comboboxButton,
    content: {
      zIndex: 'popover',
      padding: '1',
      overflowY: 'auto',
      overscrollBehavior: 'contain',
      borderRadius: 'md',
      border: 'hairline',
      bg: 'bg.raised',
      boxShadow: 'high',
      _focusVisible: { outline: 'none', boxShadow: 'high' },
    },
    item: {
      display: 'flex',
      gap: '2.5',
      alignItems: 'center',
      minHeight: 'target',
      paddingInline: '2.5',
      paddingBlock: '1.5',
      borderRadius: 'sm',
      cursor: 'pointer',
      overflowWrap: 'anywhere',
      '& > svg': { flexShrink: '0', color: 'focus' },
      '&[data-highlighted]': { bg: 'sea.subtle' },
      '&[data-state=checked]': { fontWeight: 'bold' },
    },
    itemIndicator: { marginLeft: '[auto]', color: 'accent.fg' },
    empty: { padding: '4', textAlign: 'center', color: 'fg.muted' },
  },
  variants: {
    list: {
      // Rules 2.5 and 9 have a list of this height.
      short: { content: { maxHeight: '[200px]' } },
      tall: { content: { maxHeight: '[min(18rem, 60dvh)]' } },
    },
  },
})

const tabs = defineSlotRecipe({
  className: 'tabs',
  slots: tabsAnatomy.keys(),
  base: {
    root: { display: 'grid', gap: '5' },
    list: {
      display: 'flex',
      flexWrap: 'wrap',
      gap: '1',
      width: 'fit',
      maxWidth: 'full',
      padding: '1',
      borderRadius: 'xl',
      bg: 'bg.sunken',
    },
    trigger: {
      minHeight: 'target',
      paddingInline: '[min(1.25rem, 5vw)]',
      borderRadius: 'full',
      fontWeight: 'bold',
      whiteSpace: 'nowrap',
      color: 'fg.muted',
      transition: '[background-color 120ms, color 120ms]',
      _hover: { color: 'fg.default' },
      '&[data-selected]': { bg: 'bg.raised', color: 'fg.default', boxShadow: 'low' },
    },
  },
})

export const formRecipes = { input }
export const formSlotRecipes = { checkbox, combobox, field, tabs }
