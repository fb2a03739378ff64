// Files whose headers promise what a bomb unfolds to. They are cut short after the header: whoever decodes one finds it broken.

import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

const PNG_START = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const COLOUR_TYPE = { 1: 0, 2: 4, 3: 2, 4: 6 } as const

interface PngHeader {
  width: number
  height: number
  depth: 8 | 16
  channels: 1 | 2 | 3 | 4
  isInterlaced?: boolean
}

export function pngHeader({ width, height, depth, channels, isInterlaced = false }: PngHeader): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([depth, COLOUR_TYPE[channels], 0, 0, isInterlaced ? 1 : 0], 8)
  return Buffer.concat([PNG_START, chunk('IHDR', header), chunk('IDAT', deflateSync(Buffer.alloc(1)))])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

interface JpegHeader {
  width: number
  height: number
  /** 0 for a baseline image. */
  scans?: number
  chromaSubsampling?: '4:2:0' | '4:4:4'
  isCmyk?: boolean
}

/** A tiny JPEG that says it is larger, with as many scans as wanted. */
export async function jpegHeader({
  width,
  height,
  scans = 0,
  chromaSubsampling = '4:2:0',
  isCmyk = false,
}: JpegHeader): Promise<Buffer> {
  const tiny = await sharp({ create: { width: 16, height: 16, channels: 3, background: '#336699' } })
    .toColourspace(isCmyk ? 'cmyk' : 'srgb')
    .jpeg({ progressive: scans > 0, chromaSubsampling })
    .toBuffer()
  const frame = tiny.indexOf(Buffer.from([0xff, scans > 0 ? 0xc2 : 0xc0]))
  tiny.writeUInt16BE(height, frame + 5)
  tiny.writeUInt16BE(width, frame + 7)
  const first = tiny.indexOf(Buffer.from([0xff, 0xda]))
  const scan = tiny.subarray(first, first + 2 + tiny.readUInt16BE(first + 2))
  const pixels = Buffer.from([0x12, 0xff, 0x00, 0x34, 0xff, 0xd0])
  return Buffer.concat([
    tiny.subarray(0, first),
    ...Array.from({ length: Math.max(scans, 1) }, () => Buffer.concat([scan, pixels])),
  ])
}
