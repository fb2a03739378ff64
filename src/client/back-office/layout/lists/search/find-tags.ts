import { foldText } from '@/domain/text/fold-text'
import { TAG_KEY_MAX } from '@/domain/tags/tag-schemas'
import { allNames } from '@/domain/tags/tag-keys'
import type { NamedTag } from '@/domain/tags/tag'

/** The tags of which a name or the key contains the text, whatever the case and the accents. */
export function findTags<T extends NamedTag & { key: string }>(tags: readonly T[], text: string): T[] {
  const wanted = foldText(text)
  return tags.filter((tag) => [tag.key, ...allNames(tag)].some((name) => foldText(name).includes(wanted)))
}

/** The key that a name suggests: 'Música ao vivo' is 'musica-ao-vivo'. */
export function suggestedKey(name: string): string {
  return foldText(name)
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, TAG_KEY_MAX)
    .replaceAll(/^-+|-+$/g, '')
}
