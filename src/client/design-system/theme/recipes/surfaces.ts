import { defineRecipe, defineSlotRecipe } from '@pandacss/dev'

export const card = defineRecipe({
  className: 'card',
  base: { bg: 'bg.surface', border: 'hairline', borderRadius: 'lg', boxShadow: 'low', minWidth: '0' },
  variants: {
    pad: { true: { padding: { base: '4', sm: '6' } } },
    interactive: {
      true: {
        display: 'block',
        transition: '[box-shadow 200ms, transform 200ms, border-color 200ms]',
        _hover: { boxShadow: 'mid', transform: 'translateY(-2px)', borderColor: 'focus' },
      },
    },
  },
})

export const banner = defineSlotRecipe({
  className: 'banner',
  slots: ['root', 'icon', 'body', 'title', 'actions'],
  base: {
    root: {
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      columnGap: '3',
      rowGap: '2',
      position: 'relative',
      paddingBlock: '3',
      paddingInline: '[min(1rem, 4vw)]',
      borderRadius: 'lg',
      textStyle: 'small',
      // The button is in the corner, as large as a finger with any size of text.
      '& > button': { position: 'absolute', top: '0.5', right: '0.5', width: '[44px]', height: '[44px]' },
      '&:has(> button)': { paddingRight: '[48px]' },
    },
    icon: { flexShrink: '0' },
    body: { flex: '[1 1 min(14rem, 70%)]', minWidth: '0' },
    title: { fontWeight: 'bold' },
    actions: { display: 'flex', flexWrap: 'wrap', gap: '2', alignItems: 'center' },
  },
  variants: {
    tone: {
      info: { root: { bg: 'sea.subtle', color: 'fg.default' }, icon: { color: 'sea.fg' } },
      success: { root: { bg: 'success.subtle', color: 'success.fg' } },
      warning: { root: { bg: 'warning.subtle', color: 'warning.fg' } },
      danger: { root: { bg: 'danger.subtle', color: 'danger.fg' } },
      raised: {
        root: { bg: 'bg.raised', boxShadow: 'high', border: 'hairline' },
        icon: { color: 'accent.fg' },
      },
    },
  },
  defaultVariants: { tone: 'info' },
})

export const emptyState = defineSlotRecipe({
  className: 'empty-state',
  slots: ['root', 'art', 'title', 'text', 'actions'],
  base: {
    root: {
      display: 'grid',
      justifyItems: 'center',
      gap: '3',
      paddingBlock: 'section',
      paddingInline: '4',
      textAlign: 'center',
    },
    art: { color: 'focus', marginBottom: '2' },
    title: { textStyle: 'heading' },
    text: { color: 'fg.muted', maxWidth: '[32rem]' },
    actions: { display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: '3', marginTop: '2' },
  },
})

export const skeleton = defineRecipe({
  className: 'skeleton',
  base: { bg: 'border', borderRadius: 'sm', animation: 'shimmer' },
})

/** Legal pages and long texts: the author writes plain elements, the measure and rhythm are here. */
export const prose = defineRecipe({
  className: 'prose',
  base: {
    maxWidth: 'text',
    '& > * + *': { marginTop: '4' },
    '& h1': { textStyle: 'title' },
    '& h2': { textStyle: 'heading' },
    '& h3': { textStyle: 'subheading' },
    '& > * + :is(h2, h3)': { marginTop: '10' },
    '& :is(h2, h3) + *': { marginTop: '3' },
    '& :is(ul, ol)': { paddingLeft: '5', listStyle: 'disc' },
    '& ol': { listStyle: 'decimal' },
    '& li + li': { marginTop: '1.5' },
    '& li::marker': { color: 'accent' },
    '& a': { color: 'link', textDecoration: 'underline', textUnderlineOffset: '[0.2em]' },
  },
})
