import { describe, expect, it } from 'vitest'
import { semanticColors, type ColorName } from '@/client/design-system/theme/tokens'

/** Relative luminance, WCAG 2.2 (sRGB, `#rrggbb`). */
const luminance = (hex: string) => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const ratio = (one: string, other: string) => {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

const grounds = ['bg.page', 'bg.surface', 'bg.raised', 'bg.sunken', 'bg.sand'] as const

/** Text of any size: 4.5 to 1 (WCAG 1.4.3, AA). */
const textPairs: readonly (readonly [ColorName, readonly ColorName[]])[] = [
  [
    'fg.default',
    [...grounds, 'sea.subtle', 'accent.subtle', 'danger.subtle', 'success.subtle', 'warning.subtle'],
  ],
  ['fg.muted', [...grounds, 'sea.subtle']],
  ['accent.fg', [...grounds, 'accent.subtle']],
  ['link', [...grounds, 'sea.subtle']],
  ['sea.fg', [...grounds, 'sea.subtle']],
  ['danger.fg', [...grounds, 'danger.subtle']],
  ['success.fg', [...grounds, 'success.subtle']],
  ['warning.fg', [...grounds, 'warning.subtle']],
  ['fg.onAccent', ['accent', 'accent.hover', 'danger', 'danger.hover']],
  ['fg.onSea', ['bg.sea']],
  ['fg.onSeaMuted', ['bg.sea']],
  ['accent.onSea', ['bg.sea']],
  ['bg.page', ['fg.default']],
]

/** Edges of controls, the focus ring, and solid buttons against their ground: 3 to 1 (WCAG 1.4.11). */
const edgePairs: readonly (readonly [ColorName, readonly ColorName[]])[] = [
  ['border.strong', [...grounds]],
  ['focus', [...grounds, 'sea.subtle']],
  ['accent', [...grounds]],
  ['danger', [...grounds]],
]

const cases = (pairs: typeof textPairs) =>
  pairs.flatMap(([ink, papers]) =>
    papers.flatMap((paper) => [
      { ink, paper, theme: 'light', at: 0 as const },
      { ink, paper, theme: 'dark', at: 1 as const },
    ]),
  )

describe('the colours of both themes', () => {
  it.each(cases(textPairs))('keep $ink readable on $paper in the $theme theme', ({ ink, paper, at }) => {
    expect(ratio(semanticColors[ink][at], semanticColors[paper][at])).toBeGreaterThanOrEqual(4.5)
  })

  it.each(cases(edgePairs))('keep $ink visible on $paper in the $theme theme', ({ ink, paper, at }) => {
    expect(ratio(semanticColors[ink][at], semanticColors[paper][at])).toBeGreaterThanOrEqual(3)
  })
})
