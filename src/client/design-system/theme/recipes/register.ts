import { defineRecipe, defineSlotRecipe } from '@pandacss/dev'

const button = defineRecipe({
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

const iconButton = defineRecipe({
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

const textLink = defineRecipe({
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

const badge = defineRecipe({
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

const chip = defineRecipe({
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

const eventCard = defineSlotRecipe({
  className: 'event-card',
  slots: ['root', 'media', 'image', 'date', 'body', 'title', 'meta', 'description', 'tags', 'corner'],
  base: {
    root: {
      position: 'relative',
      isolation: 'isolate',
      minWidth: '0',
      bg: 'bg.surface',
      borderRadius: 'lg',
      boxShadow: 'low',
      border: 'hairline',
      transition: '[box-shadow 200ms, transform 200ms]',
      _hover: { boxShadow: 'mid', transform: 'translateY(-2px)' },
    },
    media: { position: 'relative', overflow: 'hidden', bg: 'bg.sunken', _print: { display: 'none' } },
    image: {
      width: 'full',
      height: 'full',
      objectFit: 'cover',
      transition: '[transform 500ms]',
      '[data-part=card]:hover &': { transform: 'scale(1.03)' },
    },
    date: { textStyle: 'small', fontWeight: 'bold', color: 'accent.fg', textWrap: 'balance' },
    // A grid in the grid would lay out each card several times over, and a list is a hundred cards.
    body: { display: 'flex', flexDirection: 'column', minWidth: '0' },
    title: {
      fontFamily: 'display',
      fontWeight: 'bold',
      lineHeight: '[1.15]',
      '& a': {
        _after: { content: '""', position: 'absolute', inset: '0', borderRadius: 'lg', zIndex: 'base' },
        _focusVisible: { outline: 'none', boxShadow: 'none' },
        '&:focus-visible::after': {
          outline: '[2px solid {colors.focus}]',
          outlineOffset: '[2px]',
        },
      },
    },
    // The icon hangs beside a text of several lines.
    meta: {
      display: 'flex',
      gap: '1',
      textStyle: 'small',
      color: 'fg.muted',
      '& svg': { flexShrink: '0', marginTop: '0.5' },
    },
    description: { textStyle: 'small', color: 'fg.muted', lineClamp: 2, marginTop: '1' },
    tags: {
      display: 'flex',
      flexWrap: 'wrap',
      gap: '1.5',
      '& > li': { maxWidth: 'full' },
      // A tag is as high as any badge, but its text can be cut: a name may have 100 characters.
      '& span': { display: 'block', lineHeight: '[1.5rem]', truncate: true },
    },
    corner: { position: 'absolute', top: '2', right: '2', zIndex: 'raised' },
  },
  variants: {
    layout: {
      grid: {
        media: {
          aspectRatio: '[2 / 1]',
          '@media (width >= 40rem) and (height >= 30rem)': { aspectRatio: '[16 / 10]' },
          '@media (height < 30rem)': { aspectRatio: '[4 / 1]' },
          borderTopRadius: '[calc({radii.lg} - 1px)]',
        },
        body: { padding: '4', paddingTop: '3', gap: '1' },
        title: { fontSize: 'xl' },
        tags: { marginTop: '1' },
      },
      // Flex, so that at 320 px and twice the text size the image goes below instead of out of the page.
      compact: {
        root: { display: 'flex', flexWrap: 'wrap', alignItems: 'start', gap: '3', padding: '3' },
        media: { order: '3', flexShrink: '0', width: '20', height: '20', borderRadius: 'md' },
        body: { order: '2', flex: '[1 1 8rem]', gap: '1' },
        title: { fontSize: 'lg' },
      },
    },
  },
})

const card = defineRecipe({
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

const banner = defineSlotRecipe({
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

export const recipes = { button, iconButton, textLink, badge, chip, card }

export const slotRecipes = { banner, eventCard }
