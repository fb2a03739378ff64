import { EOI, SOS, jpegSegments } from './jpeg-segments'

/*
 * Browsers decode a damaged JPEG as far as they can, leave the rest grey, and do not say so. This follows its markers and,
 * where it is sequential (as cameras write it), its Huffman codes (ITU-T T.81): both run wild after a damage. The pixels are
 * not decoded. A progressive scan is followed by its markers alone.
 */

interface Component {
  id: number
  horizontal: number
  vertical: number
  /** Number of its quantization table. */
  quantization: number
}

interface Frame {
  isSequential: boolean
  width: number
  height: number
  components: readonly Component[]
}

/** The table maps the next 16 bits to the length of the code that they begin with, above its symbol; 0 is no code. */
type HuffmanTable = Uint16Array

const DHT = 0xc4
const DQT = 0xdb
const DRI = 0xdd
const NOT_FRAMES: readonly number[] = [DHT, 0xc8, 0xcc]

/** Units of a scan between two breaks: some milliseconds on a slow phone. */
const UNITS_PER_SLICE = 2000

/** Whether a JPEG is cut off or garbled. Calls `pause` now and then: a large photo takes a slow phone seconds. */
export async function isJpegDamaged(bytes: Uint8Array, pause: () => Promise<void>): Promise<boolean> {
  const tables = new Map<number, HuffmanTable>()
  const steps = new Map<number, number>()
  let frame: Frame | undefined
  let restartInterval = 0
  let scans = 0
  for (const { marker, payload, codes } of jpegSegments(bytes)) {
    if (marker === EOI) return scans === 0
    if (marker === DHT) readTables(payload, tables)
    else if (marker === DQT) readSteps(payload, steps)
    else if (marker === DRI) restartInterval = ((payload[0] ?? 0) << 8) | (payload[1] ?? 0)
    else if (marker >= 0xc0 && marker <= 0xcf && !NOT_FRAMES.includes(marker))
      frame = readFrame(payload, marker <= 0xc1)
    else if (marker === SOS) {
      if (frame === undefined) return true
      scans += 1
      const scan = { segment: payload, frame, tables, steps, restartInterval }
      if (frame.isSequential && frame.height > 0 && !(await isScanWhole(codes, scan, pause))) return true
    }
  }
  return true
}

function readFrame(segment: Uint8Array, isSequential: boolean): Frame {
  const components = Array.from({ length: segment[5] ?? 0 }, (_, index) => {
    const [id = 0, sampling = 0, quantization = 0] = segment.subarray(6 + index * 3)
    return { id, horizontal: sampling >> 4, vertical: sampling & 15, quantization }
  })
  const [, high = 0, low = 0, left = 0, right = 0] = segment
  return { isSequential, height: (high << 8) | low, width: (left << 8) | right, components }
}

function readTables(segment: Uint8Array, tables: Map<number, HuffmanTable>): void {
  for (let at = 0; at + 17 <= segment.length;) {
    const table = new Uint16Array(65_536)
    const counts = segment.subarray(at + 1, at + 17)
    tables.set(segment[at] ?? 0, table)
    at += 17
    let code = 0
    for (const [index, count] of counts.entries()) {
      const width = 1 << (15 - index)
      for (let left = count; left > 0; left -= 1) {
        table.fill(((index + 1) << 8) | (segment[at] ?? 0), code, code + width)
        code += width
        at += 1
      }
    }
  }
}

/** How far apart the shades of a block are, by the number of their table: its first entry. */
function readSteps(segment: Uint8Array, steps: Map<number, number>): void {
  for (let at = 0; at < segment.length;) {
    const [head = 0, high = 0, low = 0] = segment.subarray(at)
    const isWide = head >> 4 > 0
    steps.set(head & 15, isWide ? (high << 8) | low : high)
    at += isWide ? 129 : 65
  }
}

interface Scan {
  segment: Uint8Array
  frame: Frame
  tables: ReadonlyMap<number, HuffmanTable>
  steps: ReadonlyMap<number, number>
  restartInterval: number
}

/** How the blocks of a component are coded. Their shade is written as the difference to the last one. */
interface Coding {
  dc: HuffmanTable | undefined
  ac: HuffmanTable | undefined
  shade: number
  /** No pixel is darker or brighter. */
  shadeMax: number
}

/** The largest mean of 64 pixels of 8 bits, by T.81 A.3.3; with what rounding adds. */
const SHADE_MAX = 1024

/** Whether the codes make exactly the blocks that the picture has. */
async function isScanWhole(
  codes: Uint8Array,
  { segment, frame, tables, steps, restartInterval }: Scan,
  pause: () => Promise<void>,
): Promise<boolean> {
  const chosen = Array.from({ length: segment[0] ?? 0 }, (_, index) => {
    const [id, which = 0] = segment.subarray(1 + index * 2)
    const component = frame.components.find((one) => one.id === id)
    const shadeMax = SHADE_MAX / (steps.get(component?.quantization ?? 0) || 1) + 2
    const coding: Coding = {
      dc: tables.get(which >> 4),
      ac: tables.get(16 | (which & 15)),
      shade: 0,
      shadeMax,
    }
    return { component, coding }
  })
  const widest = Math.max(...frame.components.map(({ horizontal }) => horizontal))
  const tallest = Math.max(...frame.components.map(({ vertical }) => vertical))
  const [only] = chosen
  // A single component has no units of several blocks.
  const [columns, rows, unit] =
    chosen.length === 1 && only?.component !== undefined
      ? [
          Math.ceil(Math.ceil((frame.width * only.component.horizontal) / widest) / 8),
          Math.ceil(Math.ceil((frame.height * only.component.vertical) / tallest) / 8),
          [only.coding],
        ]
      : [
          Math.ceil(frame.width / (8 * widest)),
          Math.ceil(frame.height / (8 * tallest)),
          chosen.flatMap(({ component, coding }) =>
            Array.from<Coding>({ length: (component?.horizontal ?? 0) * (component?.vertical ?? 0) }).fill(
              coding,
            ),
          ),
        ]
  const reader = codeReader(codes)
  const units = columns * rows
  for (let done = 0; done < units; done += 1) {
    if (restartInterval > 0 && done > 0 && done % restartInterval === 0) {
      if (!reader.isAtRestart((done / restartInterval - 1) % 8)) return false
      for (const { coding } of chosen) coding.shade = 0
    }
    if (done % UNITS_PER_SLICE === UNITS_PER_SLICE - 1) await pause()
    for (const coding of unit) if (!reader.passBlock(coding)) return false
  }
  return reader.isAtEnd()
}

function codeReader(codes: Uint8Array) {
  let at = 0
  let bits = 0
  let count = 0
  /** Bits behind the last code, which must not be read. */
  let padding = 0

  const fill = () => {
    while (count <= 16) {
      const byte = codes[at]
      const isMarker = byte === 0xff && codes[at + 1] !== 0
      if (byte === undefined || isMarker) padding += 8
      else at += byte === 0xff ? 2 : 1
      bits = (bits << 8) | (byte === undefined || isMarker ? 0 : byte)
      count += 8
    }
  }
  const decode = (table: HuffmanTable) => {
    fill()
    const found = table[(bits >>> (count - 16)) & 0xffff] ?? 0
    count -= found >> 8
    return found === 0 ? -1 : found & 0xff
  }
  /** A signed number of this many bits, as T.81 F.2.2.1 extends it. */
  const read = (length: number) => {
    fill()
    count -= length
    const value = (bits >>> count) & ((1 << length) - 1)
    return length > 0 && value < 1 << (length - 1) ? value - (1 << length) + 1 : value
  }
  /** Whether there are no more codes up to the next marker. Some writers fill up with the same byte. */
  const isFilledUp = () => {
    if (padding > count) return false
    for (let unread = (count - padding) >> 3; unread > 0; unread -= 1)
      at -= codes[at - 1] === 0 && codes[at - 2] === 0xff ? 2 : 1
    const filling = codes[at]
    while (at < codes.length && codes[at] !== 0xff && codes[at] === filling) at += 1
    while (codes[at] === 0xff && codes[at + 1] === 0xff) at += 1
    return at >= codes.length || (codes[at] === 0xff && codes[at + 1] !== 0)
  }

  return {
    /** Whether the codes of a block (8 by 8 pixels) follow, which are passed over. */
    passBlock(coding: Coding): boolean {
      const { dc, ac, shadeMax } = coding
      if (dc === undefined || ac === undefined) return false
      const size = decode(dc)
      if (size < 0 || size > 15) return false
      coding.shade += read(size)
      if (Math.abs(coding.shade) > shadeMax) return false
      for (let coefficient = 1; coefficient < 64; coefficient += 1) {
        const symbol = decode(ac)
        if (symbol < 0) return false
        const zeros = symbol >> 4
        const length = symbol & 15
        if (length === 0 && zeros !== 15) break
        coefficient += zeros
        if (coefficient > 63) return false
        read(length)
      }
      return padding <= count
    },
    isAtRestart(number: number): boolean {
      if (!isFilledUp() || codes[at + 1] !== 0xd0 + number) return false
      at += 2
      bits = 0
      count = 0
      padding = 0
      return true
    },
    isAtEnd: () => isFilledUp() && at >= codes.length,
  }
}
