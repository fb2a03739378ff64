import { defineGlobalStyles, definePattern } from '@pandacss/dev'

export const globalCss = defineGlobalStyles({
  '*, *::before, *::after': { boxSizing: 'border-box', margin: '[0]', padding: '[0]', border: '[0 solid]' },
  html: {
    colorScheme: 'light dark',
    lineHeight: 'normal',
    fontFamily: 'body',
    textSizeAdjust: '100%',
    scrollPaddingTop: '20',
    WebkitTapHighlightColor: 'transparent',
  },
  body: {
    minHeight: '[100dvh]',
    bg: 'bg.page',
    color: 'fg.default',
    overflowWrap: 'break-word',
    // A tooltip at the edge must not make the page scroll sideways. `clip`, unlike `hidden`, keeps `sticky` working.
    overflowX: 'clip',
    accentColor: 'accent',
  },
  'h1, h2, h3, h4': { font: '[inherit]', textWrap: 'balance' },
  'ol, ul': { listStyle: 'none' },
  a: { color: 'inherit', textDecoration: 'none' },
  'button, input, textarea, select': {
    font: '[inherit]',
    color: 'inherit',
    background: '[none]',
    borderRadius: '[0]',
  },
  'button, select, summary, label[for]': { cursor: 'pointer', touchAction: 'manipulation' },
  ':disabled, [aria-disabled=true]': { cursor: 'not-allowed' },
  'img, svg, video, iframe': { display: 'block', maxWidth: 'full' },
  // A heart that is put on.
  '[data-state=on] > svg, [data-state=on] > span > svg': { animation: 'pop' },
  textarea: { resize: 'vertical' },
  table: { borderCollapse: 'collapse' },
  summary: { listStyle: 'none', '&::-webkit-details-marker': { display: 'none' } },
  '::placeholder': { color: 'fg.muted', opacity: '1' },
  '::selection': { bg: 'accent.subtle', color: 'fg.default' },
  // A menu hangs on its button; where a browser cannot do that, it stands in the middle.
  '[popover]': { positionArea: '[block-end span-inline-end]', positionTry: '[flip-block, flip-inline]' },
  '@supports not (position-area: top)': { '[popover]': { margin: 'auto' } },
  '[hidden]': { display: 'none!' },
  // Two rings, one in the ground's colour: seen on every ground, photographs and deep sea included.
  ':focus-visible': {
    outline: '[2px solid {colors.focus}]',
    outlineOffset: '[2px]',
    boxShadow: '[0 0 0 2px {colors.bg.page}, 0 0 0 6px {colors.bg.page}]',
  },
  ':where(h1, h2, main):focus-visible': { outline: '[none]', boxShadow: '[none]' },
  '@media (prefers-reduced-motion: reduce)': {
    '*, *::before, *::after': {
      animationDuration: '[0.01ms!]',
      animationIterationCount: '1!',
      transitionDuration: '[0.01ms!]',
      scrollBehavior: 'auto!',
    },
    '::view-transition-group(*), ::view-transition-old(*), ::view-transition-new(*)': { animation: 'none!' },
  },
  // Dark on white whatever the theme, and smaller, so that an event is one page.
  '@page': { margin: '[10mm]' },
  '@media print': {
    html: { colorScheme: 'light', fontSize: '[11.5px]' },
    body: { printColorAdjust: 'exact', bg: '[#fff]' },
    'button, form, nav, .button, [data-sonner-toaster]': { display: 'none!' },
  },
  // Windows' forced colours drop backgrounds and shadows: what only they separate gets an edge, what is chosen a thick one.
  '@media (forced-colors: active)': {
    'button, dialog, [role=dialog]': { border: '[1px solid]' },
    '[aria-current], [aria-pressed=true]': { border: '[3px solid!]' },
  },
})

const page = definePattern({
  description: 'Centred container with gutters; `width` names how wide its reading is.',
  properties: { width: { type: 'enum', value: ['form', 'text', 'page'] } },
  defaultValues: { width: 'page' },
  blocklist: ['maxWidth'],
  transform(props) {
    const { width, ...rest } = props
    return { width: 'full', maxWidth: width, marginInline: 'auto', paddingInline: 'gutter', ...rest }
  },
})

const column = definePattern({
  description: 'Parts one below the other, none of them wider than it.',
  properties: { gap: { type: 'token', value: 'spacing', property: 'gap' } },
  defaultValues: { gap: '3' },
  transform(props) {
    const { gap, ...rest } = props
    return { display: 'grid', gridTemplateColumns: '[minmax(0, 1fr)]', gap, ...rest }
  },
})

const pageColumn = definePattern({
  description: 'A page whose parts stand one below the other, with room above and below.',
  properties: {
    width: { type: 'enum', value: ['form', 'text', 'page'] },
    gap: { type: 'token', value: 'spacing', property: 'gap' },
  },
  defaultValues: { width: 'page', gap: '6' },
  blocklist: ['maxWidth'],
  transform(props) {
    const { width, gap, ...rest } = props
    return {
      display: 'grid',
      gridTemplateColumns: '[minmax(0, 1fr)]',
      gap,
      width: 'full',
      maxWidth: width,
      marginInline: 'auto',
      paddingInline: 'gutter',
      paddingBlock: { base: '6', md: '10' },
      ...rest,
    }
  },
})

const cluster = definePattern({
  description: 'A row that wraps: badges, buttons, facts.',
  properties: {
    gap: { type: 'token', value: 'spacing', property: 'gap' },
    justify: { type: 'property', value: 'justifyContent' },
    align: { type: 'property', value: 'alignItems' },
  },
  defaultValues: { gap: '2', align: 'center' },
  transform(props) {
    const { gap, justify, align, ...rest } = props
    return { display: 'flex', flexWrap: 'wrap', gap, justifyContent: justify, alignItems: align, ...rest }
  },
})

export const layoutPatterns = { page, pageColumn, column, cluster }
