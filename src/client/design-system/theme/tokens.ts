/** index.html and web-manifest.ts repeat the colours of page and icons. */
const palette = {
  ink: { 950: '#0a1e2a', 900: '#0c242f', 800: '#12303d', 600: '#426272', 500: '#607f8d', 300: '#9fb8c2' },
  foam: { 0: '#ffffff', 50: '#f3f9fa', 100: '#e5f0f2', 200: '#cfe0e4' },
  sand: { 100: '#f6ecd9', 200: '#e6d3b1' },
  sea: {
    950: '#061821',
    900: '#0a3040',
    800: '#0b4156',
    700: '#0d5570',
    600: '#0f6c8c',
    300: '#7fcfe4',
    200: '#b0dfea',
    100: '#d9f0f5',
  },
  buoy: { 100: '#ffe7dc', 300: '#ffa27e', 400: '#ff8355', 600: '#c93f12', 700: '#a8330d' },
} as const

type ThemePair = readonly [light: string, dark: string]

const semanticColors = {
  'bg.page': [palette.foam[50], palette.sea[950]],
  'bg.surface': [palette.foam[0], palette.ink[900]],
  'bg.raised': [palette.foam[0], palette.ink[800]],
  'bg.sunken': [palette.foam[100], '#03111a'],
  'bg.sand': [palette.sand[100], '#102e3a'],
  'bg.sea': [palette.sea[800], '#0d4054'],
  'fg.default': [palette.ink[950], '#eaf4f6'],
  'fg.muted': [palette.ink[600], palette.ink[300]],
  'fg.onAccent': [palette.foam[0], '#2b0e03'],
  'fg.onSea': [palette.foam[0], '#f0f9fb'],
  'fg.onSeaMuted': [palette.sea[200], palette.sea[200]],
  accent: [palette.buoy[600], palette.buoy[400]],
  'accent.hover': [palette.buoy[700], palette.buoy[300]],
  'accent.fg': [palette.buoy[700], palette.buoy[300]],
  'accent.subtle': [palette.buoy[100], '#263642'],
  link: [palette.sea[700], palette.sea[300]],
  'sea.subtle': [palette.sea[100], '#0e3a4b'],
  'sea.fg': [palette.sea[700], palette.sea[200]],
  border: [palette.foam[200], '#1d3d4b'],
  'border.strong': [palette.ink[500], '#64879a'],
  focus: [palette.sea[600], palette.sea[300]],
  danger: ['#b3241c', '#ff8b7f'],
  'danger.hover': ['#8f1a14', '#ffaba2'],
  'danger.fg': ['#a31d16', '#ffa49b'],
  'danger.subtle': ['#fde9e7', '#3c1512'],
  'success.fg': ['#17613e', '#85dcae'],
  'success.subtle': ['#daf3e5', '#0c2f20'],
  'warning.fg': ['#754800', '#f3c564'],
  'warning.subtle': ['#fdf0cf', '#2b3338'],
  scrim: ['#061821b3', '#000a10c7'],
} as const satisfies Record<string, ThemePair>

const values = <T extends string | number>(raw: Record<string, T>): Record<string, { value: T }> =>
  Object.fromEntries(Object.entries(raw).map(([key, value]) => [key, { value }]))

/** One step is 0.25rem, so the rhythm follows the reader's own text size. */
const steps = [0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 5, 6, 8, 9, 10, 12, 14, 16, 20, 24]
const scale = Object.fromEntries(
  steps.map((step) => [String(step), step === 0 ? '0rem' : `${step * 0.25}rem`]),
)

const systemFace = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif'

export const tokens = {
  colors: values({ transparent: 'transparent', current: 'currentColor' }),
  spacing: values({
    ...scale,
    gutter: 'clamp(1rem, 4vw, 2rem)',
    section: 'clamp(2rem, 6vw, 4rem)',
    /** The edge to which a sticky bar holds. Where header and bar take a third of the height, as with large text, it holds to none. */
    stuck: 'min(0px, (100vh - 35rem) * 99)',
  }),
  sizes: values({
    ...scale,
    full: '100%',
    fit: 'fit-content',
    target: '2.75rem',
    form: '36rem',
    text: '42rem',
    page: '80rem',
  }),
  radii: values({ sm: '0.375rem', md: '0.625rem', lg: '1rem', xl: '1.5rem', full: '999px' }),
  borders: values({
    none: 'none',
    hairline: '1px solid var(--colors-border)',
    input: '1px solid var(--colors-border-strong)',
  }),
  shadows: values({
    low: '0 1px 2px #0a1e2a14, 0 1px 1px #0a1e2a0a',
    mid: '0 2px 4px #0a1e2a0f, 0 8px 20px -6px #0a1e2a24',
    high: '0 8px 16px #0a1e2a1a, 0 24px 48px -12px #0a1e2a4d',
  }),
  fonts: values({
    display: `Bricolage, "Bricolage fallback", ${systemFace}`,
    body: systemFace,
  }),
  fontWeights: values({ normal: 400, medium: 500, bold: 700 }),
  fontSizes: values({
    xs: '0.75rem',
    sm: '0.875rem',
    md: '1rem',
    lg: '1.125rem',
    xl: '1.375rem',
    '2xl': '1.75rem',
    '3xl': 'clamp(1.75rem, 1.35rem + 1.9vw, 2.5rem)',
    '4xl': 'clamp(2.375rem, 1.5rem + 4.2vw, 4.25rem)',
  }),
  lineHeights: values({ none: 1, tight: 1.1, snug: 1.25, normal: 1.55 }),
  letterSpacings: values({ tight: '-0.015em', wide: '0.06em' }),
  zIndex: values({ base: 0, raised: 1, popover: 10, header: 20, banner: 30, dialog: 40, toast: 50 }),
  animations: values({
    spin: 'spin 800ms linear infinite',
    shimmer: 'shimmer 1.6s ease-in-out infinite',
    fadeIn: 'fade-in 200ms ease-out',
    riseIn: 'rise-in 240ms cubic-bezier(0.2, 0.8, 0.2, 1)',
    slideIn: 'slide-in 240ms cubic-bezier(0.2, 0.8, 0.2, 1)',
    pop: 'pop 280ms cubic-bezier(0.3, 1.6, 0.6, 1)',
  }),
}

/** `accent` beside `accent.hover`: a name that is also a group is its DEFAULT. */
const groupColors = () => {
  const groups: Record<string, Record<string, { value: string }>> = {}
  for (const [name, [light, dark]] of Object.entries(semanticColors)) {
    const [group = name, shade = 'DEFAULT'] = name.split('.')
    groups[group] = {
      ...groups[group],
      [shade]: { value: light === dark ? light : `light-dark(${light}, ${dark})` },
    }
  }
  return groups
}

export const semanticTokens = { colors: groupColors() }

export const keyframes = {
  spin: { to: { transform: 'rotate(1turn)' } },
  shimmer: { '50%': { opacity: '0.45' } },
  'fade-in': { from: { opacity: '0' } },
  'rise-in': { from: { opacity: '0', transform: 'translateY(0.75rem)' } },
  pop: { from: { transform: 'scale(0.6)' } },
  'slide-in': { from: { transform: 'translateX(-100%)' } },
}

const face = { fontFamily: 'display', fontWeight: 'bold' } as const

/** The voice of the page: the display face for what is looked at, the system's face for what is read. */
export const textStyles = {
  display: {
    value: { ...face, fontSize: '4xl', lineHeight: 'none', letterSpacing: 'tight', textWrap: 'balance' },
  },
  title: {
    value: { ...face, fontSize: '3xl', lineHeight: 'tight', letterSpacing: 'tight', textWrap: 'balance' },
  },
  heading: { value: { ...face, fontSize: '2xl', lineHeight: 'tight', textWrap: 'balance' } },
  subheading: { value: { ...face, fontSize: 'xl', lineHeight: 'snug', textWrap: 'balance' } },
  lead: { value: { fontSize: 'lg', lineHeight: 'normal' } },
  body: { value: { fontSize: 'md', lineHeight: 'normal' } },
  small: { value: { fontSize: 'sm', lineHeight: '1.45' } },
  label: { value: { fontSize: 'sm', fontWeight: 'bold', lineHeight: 'snug' } },
  overline: {
    value: {
      fontSize: 'xs',
      fontWeight: 'bold',
      lineHeight: 'snug',
      letterSpacing: 'wide',
      textTransform: 'uppercase',
    },
  },
}
