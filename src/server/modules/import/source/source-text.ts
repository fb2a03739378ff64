import { cutText } from '@/domain/text/plain-text'

/** Characters of one text of a source that are looked at: twenty times what the longest field here takes. */
const TEXT_MAX = 20_000

/** The beginning of a text, before anything else is done with it: the rest of five megabytes is no description. */
export function boundedText(text: string): string {
  return cutText(text, TEXT_MAX)
}
