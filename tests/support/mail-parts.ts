import { keysFrom } from '@/server/http/derived-key'
import { createEventLinks } from '@/server/http/event-links'
import { TEST_SECRET } from './app'

/** What mail jobs need besides database and mailer, where a test runs them itself. */
export const MAIL_PARTS = {
  origin: 'https://guide.example',
  links: createEventLinks(keysFrom(TEST_SECRET)),
  countKey: Buffer.alloc(32, 1),
  log: { info: () => {} },
}
