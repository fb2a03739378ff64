import sharp from 'sharp'

export interface WalkedPhoto {
  name: string
  mimeType: string
  buffer: Buffer
}

const COLOURS = {
  blue: { r: 11, g: 60, b: 200 },
  green: { r: 20, g: 160, b: 40 },
  red: { r: 200, g: 30, b: 30 },
} as const
export type Colour = keyof typeof COLOURS
const NAMES = Object.keys(COLOURS) as [Colour, ...Colour[]]

export type WalkedPhotos = Record<Colour, WalkedPhoto>
export { NAMES as COLOUR_NAMES }

/** Pictures that can be told apart after they were made smaller, each with what a camera notes: where it was taken. */
export async function makePhotos(): Promise<WalkedPhotos> {
  const made = await Promise.all(
    NAMES.map(async (colour) => {
      const buffer = await sharp({
        create: { width: 640, height: 480, channels: 3, background: COLOURS[colour] },
      })
        .withExif({ IFD0: { Make: 'Phone' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '38/1 57/1 0/1' } })
        .jpeg()
        .toBuffer()
      return [colour, { name: `${colour}.jpg`, mimeType: 'image/jpeg', buffer }] as const
    }),
  )
  return Object.fromEntries(made) as WalkedPhotos
}

/** The fault of a photo as the server has it; undefined when it is the right one, whole, and without the camera's notes. */
export async function faultOf(url: string, expected: Colour | undefined): Promise<string | undefined> {
  const response = await fetch(url)
  if (!response.ok) return `${url}: ${response.status}`
  const image = sharp(Buffer.from(await response.arrayBuffer()))
  const { exif, width, height } = await image.metadata()
  if (exif !== undefined) return `${url} has EXIF`
  if (Math.abs(width / height - 640 / 480) > 0.01) return `${url} is ${width} × ${height}`
  const { channels } = await image.stats()
  const [red = 0, green = 0, blue = 0] = channels.map(({ mean }) => mean)
  const distance = ({ r, g, b }: (typeof COLOURS)[Colour]) => Math.hypot(red - r, green - g, blue - b)
  const seen = NAMES.toSorted((a, b) => distance(COLOURS[a]) - distance(COLOURS[b]))[0]
  return expected === undefined || seen === expected ? undefined : `${url} is ${seen}, not ${expected}`
}
