// Pages know this of a photo before it has loaded: the point that a crop must keep in sight, and a colour.

import sharp from 'sharp'
import type { PhotoAppearance, Pixels } from './rendered-photo'

/** Both are found in a picture of so many pixels a side, whatever the photo's proportions: they are shares of them. */
const SIDE_PX = 96
/** Narrower than it is, so that there is something to choose: sharp tells what it looked at only when it cuts. */
const CUT_WIDTH_PX = 72

/** Finds a photo's focus and colour in its decoded pixels. */
export async function appearanceOf({ data, info }: Pixels): Promise<PhotoAppearance> {
  const { width, height, channels } = info
  const small = await sharp(data, { raw: { width, height, channels } })
    .resize(SIDE_PX, SIDE_PX, { fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { focus: await focusOf(small), color: edgeColorOf(small) }
}

/** The point with most details, strong colours and skin (libvips' attention), in percent from the left and from the top. */
async function focusOf({ data, info }: Pixels): Promise<PhotoAppearance['focus']> {
  const raw = { width: SIDE_PX, height: SIDE_PX, channels: info.channels }
  const cut = await sharp(data, { raw })
    .resize(CUT_WIDTH_PX, SIDE_PX, { fit: 'cover', position: sharp.strategy.attention })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { attentionX = SIDE_PX / 2, attentionY = SIDE_PX / 2 } = cut.info
  return { x: percent(attentionX), y: percent(attentionY) }
}

function percent(px: number): number {
  return Math.round(Math.min(1, Math.max(0, px / SIDE_PX)) * 100)
}

/**
 * The median of the outermost pixels as `#rrggbb`: a poster's ground exactly, so that its frame goes on in it; in a photo
 * something like it.
 */
function edgeColorOf({ data, info: { channels } }: Pixels): string {
  const last = SIDE_PX - 1
  const edge: number[] = []
  for (let at = 0; at < SIDE_PX; at += 1)
    edge.push(at, last * SIDE_PX + at, at * SIDE_PX, at * SIDE_PX + last)
  // The one channel of a grey photo stands for all three.
  const color = [0, 1, 2].map((channel) => {
    const values = edge.map((pixel) => data[pixel * channels + (channels < 3 ? 0 : channel)] ?? 0)
    return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
  })
  return `#${color.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}
