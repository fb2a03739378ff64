import type { posterSvg } from '@/domain/poster'

/**
 * What draws posters, 4 KiB that no first paint needs: the server fetches it before it draws a page and writes the
 * posters into it; a browser fetches it when it has to draw one itself.
 */
type Draw = typeof posterSvg

let draw: Draw | undefined
const listeners = new Set<() => void>()

export async function fetchPosterDrawing(): Promise<void> {
  if (draw) return
  draw = (await import('@/domain/poster')).posterSvg
  for (const listener of listeners) listener()
}

export function posterDrawing(): Draw | undefined {
  return draw
}

export function subscribePosterDrawing(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
