import type { Tag } from '@/contract/events'
import { foldText } from '@/domain/fold-text'
import { TAG_KEY_MAX } from '@/domain/tag'

/** The tags whose name or key contains the text, whatever the case and the accents. */
export function findTags<T extends Pick<Tag, 'key' | 'name'>>(tags: readonly T[], text: string): T[] {
  const wanted = foldText(text)
  return tags.filter(({ key, name }) => foldText(name).includes(wanted) || foldText(key).includes(wanted))
}

/** The key that a name suggests: 'Música ao vivo' is 'musica-ao-vivo'. */
export function suggestedKey(name: string): string {
  return foldText(name)
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, TAG_KEY_MAX)
    .replaceAll(/^-+|-+$/g, '')
}
