import { consent, needsConsent } from './consent'
import { report } from '@/client/shared/offline/offline-client'

/** All that is measured (rules 2.6, 4), and nothing that a person typed. */
export type Measured =
  | { name: 'page_view'; event_id: string; /** Name of the event's first tag. */ category: string }
  | { name: 'event_submission'; result: 'success' | 'failure' }

export function measure(measured: Measured): void {
  if (!needsConsent() || consent() !== true) return
  import('./google-tag')
    .then(({ sendToGoogle }) => sendToGoogle(measured))
    .catch((error: unknown) => report('analytics', error))
}
