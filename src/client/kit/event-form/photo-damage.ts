import { isJpegDamaged } from './jpeg-damage'
import { pngChunks } from './png-chunks'

/** Whether a photo is cut off or garbled: browsers decode what they can of it and do not say so. */
export function isDamaged(bytes: Uint8Array, kind: 'jpeg' | 'png'): boolean {
  return kind === 'jpeg' ? isJpegDamaged(bytes) : isPngDamaged(bytes)
}

/** Every chunk that matters carries a checksum, and the last one is IEND. */
function isPngDamaged(bytes: Uint8Array): boolean {
  for (const { type, isWhole } of pngChunks(bytes)) {
    const isCritical = /^[A-Z]/.test(type)
    if (isCritical && !isWhole()) return true
    if (type === 'IEND') return false
  }
  return true
}
