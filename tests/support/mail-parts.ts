import { keysFrom } from '@/server/http/derived-key'
import { createEventLinks } from '@/server/http/event-links'

/** What mail jobs need besides database and mailer, where a test runs them itself. */
export const MAIL_PARTS = {
  origin: 'https://guide.example',
  links: createEventLinks(keysFrom('a secret of the tests that is long enough')),
  countKey: Buffer.alloc(32, 1),
  log: { info: () => {} },
}
