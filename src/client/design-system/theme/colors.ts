/** index.html and web-manifest.ts repeat the colours of page and icons. */
export const palette = {
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

export const semanticColors = {
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
  'accent.onSea': [palette.buoy[300], palette.buoy[300]],
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

export type ColorName = keyof typeof semanticColors
