export type PosterPalette = {
  high: string
  low: string
  sun: string
  far: string
  mid: string
  near: string
  light: string
}

type Palettes = readonly [PosterPalette, ...PosterPalette[]]

const palette = (colors: string): PosterPalette => {
  const [high = '', low = '', sun = '', far = '', mid = '', near = '', light = '#fff'] = colors.split(' ')
  return { high, low, sun, far, mid, near, light }
}

const morning = palette('#b5e0ea #fbeedb #ff8355 #6fbccf #1e87a8 #0b4156 #fff')
const noon = palette('#48b0ce #d9f3f4 #ffd166 #2c93b2 #0f6c8c #0a3040 #fff')
const seaFog = palette('#d3e4e6 #faf4e8 #f4a259 #a3c6cc #5493a4 #1d4c5c #fff')
const sand = palette('#f8eedb #fffaf0 #ff7a47 #e5cfa6 #2899b5 #0d5570 #fff')
const pines = palette('#cfe8c9 #f9f6e3 #f2a541 #8fbf9f #3d8b7d #14474a #fff')
const afternoon = palette('#f7c59f #fdeed8 #e5572a #7fb2b5 #2f7d92 #123f53 #fff6e9')
const rose = palette('#f2b5a7 #fbe8dd #c8435f #a9a0b8 #5d6f96 #1a2145 #fff3ea')
const dusk = palette('#274f78 #f6a07c #ffdf9e #4a6f94 #22506f #0c2a40 #ffeedd')

const night: Palettes = [
  palette('#071b2a #17506b #ffd9a0 #1d6583 #0f4660 #051620 #ff8355'),
  palette('#1a1740 #6b3a67 #ffc48a #4d3566 #2a2350 #100d2b #ff8f6b'),
  palette('#062a33 #0f7377 #fff1c9 #14838a #0a555f #041b22 #ffb057'),
]

/** The light at an hour of the village's clock, 0 to 23; any of the day when there is none. */
export const palettesOfHour = (hour: number | undefined): Palettes => {
  if (hour === undefined) return [morning, noon, seaFog, sand, pines, afternoon, rose, dusk]
  if (hour >= 22 || hour < 5) return night
  if (hour < 11) return [morning, seaFog, sand, pines]
  if (hour < 16) return [noon, sand, pines, morning]
  if (hour < 19) return [afternoon, rose, sand]
  return [dusk, rose, ...night]
}
