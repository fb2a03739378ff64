import { queryOptions } from '@tanstack/react-query'
import { getUser } from '@/contract/back-office/back-office-people'
import { listBackOfficeTags } from '@/contract/back-office/back-office-tags'
import { listImportSources } from '@/contract/back-office/import'
import { getSecondFactor } from '@/contract/accounts/auth'
import { cutText, foldText, slugOf } from '@/domain/text/plain-text'
import { allNames, type NamedTag } from '@/domain/tags/tag'
import { TAG_KEY_MAX } from '@/domain/tags/tag-schemas'
import { backOfficeQuery } from './back-office-queries'

const MINUTE_MS = 60_000

/** The reply of a list. */
export const itemsIn = <T>({ items }: { items: T[] }): T[] => items

export function userQuery(id: string) {
  return backOfficeQuery(['user', id], getUser, { params: { id } })
}

export function importSourcesQuery() {
  return queryOptions({ ...backOfficeQuery(['imports'], listImportSources, {}), select: itemsIn })
}

/** The tags, from what was read a short while ago: to filter by. */
export function tagsQuery() {
  return queryOptions({ ...backOfficeQuery(['tags'], listBackOfficeTags, {}, MINUTE_MS), select: itemsIn })
}

export function secondFactorQuery() {
  return backOfficeQuery(['second-factor'], getSecondFactor, {}, MINUTE_MS)
}

/** The tags of which a name or the key contains the text, whatever the case and the accents. */
export function findTags<T extends NamedTag & { key: string }>(tags: readonly T[], text: string): T[] {
  const wanted = foldText(text)
  return tags.filter((tag) => [tag.key, ...allNames(tag)].some((name) => foldText(name).includes(wanted)))
}

/** The key that a name suggests: 'Música ao vivo' is 'musica-ao-vivo'. */
export function suggestedKey(name: string): string {
  return cutText(slugOf(name), TAG_KEY_MAX).replace(/-$/, '')
}
