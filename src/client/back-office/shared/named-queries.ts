import { backOfficeQuery, callApi } from './back-office-queries'
import { getUser } from '@/contract/back-office/back-office-people'
import { listBackOfficeTags } from '@/contract/back-office/back-office-tags'
import { listImportSources } from '@/contract/back-office/import'
import { getSecondFactor } from '@/contract/accounts/auth'
import { cutText, foldText, slugOf } from '@/domain/text/plain-text'
import { allNames, type NamedTag } from '@/domain/tags/tag'
import { TAG_KEY_MAX } from '@/domain/tags/tag-schemas'

const MINUTE_MS = 60_000

export function userQuery(id: string) {
  return backOfficeQuery(['user', id], ({ signal }) => callApi(getUser, { params: { id } }, { signal }))
}

export function importSourcesQuery() {
  return backOfficeQuery(
    ['imports'],
    async ({ signal }) => (await callApi(listImportSources, {}, { signal })).items,
  )
}

export function filterTagsQuery() {
  return backOfficeQuery(
    ['filter-tags'],
    async ({ signal }) => (await callApi(listBackOfficeTags, {}, { signal })).items,
    MINUTE_MS,
  )
}

export function secondFactorQuery() {
  return backOfficeQuery(
    ['second-factor'],
    ({ signal }) => callApi(getSecondFactor, {}, { signal }),
    MINUTE_MS,
  )
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
