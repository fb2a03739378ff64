import { keysFrom } from '@/server/http/auth/signed-token'
import { createEventLinks, createWeekLinks } from '@/server/http/security/event-links'
import { TEST_SECRET } from '../server/app'

/** Mail jobs need these besides database and mailer, where a test runs them itself. */
export const MAIL_PARTS = {
  origin: 'https://guide.example',
  links: createEventLinks(keysFrom(TEST_SECRET)),
  weekLinks: createWeekLinks(keysFrom(TEST_SECRET)),
  countKey: Buffer.alloc(32, 1),
  log: { info: () => {} },
}
