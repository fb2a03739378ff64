import { loadWhenIdle } from '@/client/shared/loading/load-when-idle'
import type { CoastMapProps } from './coast-map'

const CoastMap = loadWhenIdle(async () => (await import('./coast-map')).CoastMap)

/** The map over the list: a chunk of its own, with room kept for it so that the list below hardly moves. */
export function MapPart(props: CoastMapProps) {
  return (
    <div style={{ minHeight: 'calc(min(22rem, 100vw - 2rem) * 1.6)' }}>
      <CoastMap {...props} />
    </div>
  )
}
