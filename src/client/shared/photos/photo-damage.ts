import { nextTask } from '@/offline/platform/next-task'
import { isJpegDamaged } from './jpeg-damage'
import { pngChunks } from './png-chunks'

/**
 * Whether a photo is cut off or garbled: browsers decode what they can of it and do not say so. In slices, between which a
 * person's tap is handled.
 */
export async function isDamaged(
  bytes: Uint8Array,
  kind: 'jpeg' | 'png',
  pause: () => Promise<void> = nextTask,
): Promise<boolean> {
  return kind === 'jpeg' ? isJpegDamaged(bytes, pause) : isPngDamaged(bytes)
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
