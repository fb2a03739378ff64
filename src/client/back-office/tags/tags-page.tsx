import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Button } from '@/client/design-system/button'
import { EmptyState } from '@/client/design-system/empty-state'
import { TextField } from '@/client/design-system/forms/field'
import { PlusIcon, SearchIcon } from '@/client/design-system/icons/icons'
import { TagIcon } from '@/client/design-system/icons/later-icons'
import { LiveRegion } from '@/client/design-system/visually-hidden'
import { deleteTag, listBackOfficeTags } from '@/contract/back-office/back-office-tags'
import type { CountedTag } from '@/contract/back-office/back-office-tags'
import type { Tag } from '@/contract/events/events'
import * as m from '@/messages/compiled/messages.js'
import { DeleteDialog } from '@/client/back-office/layout/dialogs/delete-dialog'
import { LoadFailed } from '@/client/back-office/layout/lists/load-failed'
import { Page } from '@/client/back-office/layout/page'
import { ListSkeleton } from '@/client/back-office/layout/lists/paged-list'
import { shortName } from '@/client/back-office/layout/lists/truncate'
import { useFinalFocus } from '@/client/back-office/layout/dialogs/use-final-focus'
import { findTags } from '@/client/back-office/layout/lists/search/find-tags'
import { BACK_OFFICE_KEY } from '@/client/shared/session/account-queries'
import { unwrap } from '@/client/shared/offline/call-failed'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { css } from 'styled-system/css'
import { CreateTagDialog } from './create-tag-dialog'
import { EditTagDialog } from './edit-tag-dialog'
import { MergeTagDialog } from './merge-tag-dialog'
import { TagTable } from './tag-table'
import type { TagAction } from './tag-table'

type Open = { action: 'create' } | { action: TagAction; tag: CountedTag }

/** The page of all tags: create, edit, merge, delete (rules 2.12). */
export function TagsPage() {
  const queryClient = useQueryClient()
  const tags = useQuery(tagsQuery())
  const [text, setText] = useState('')
  const [open, setOpen] = useState<Open>()
  const heading = useRef<HTMLHeadingElement>(null)
  const searchField = useRef<HTMLInputElement>(null)
  const all = tags.data ?? []
  const found = findTags(all, text)
  const isSearching = text.trim() !== ''

  /** Opened again before the list is fetched, a tag has the names that it was given. */
  const show = (renamed: Tag | undefined) =>
    queryClient.setQueryData(tagsQuery().queryKey, (read) =>
      read?.map((tag) => (tag.id === renamed?.id ? { ...tag, ...renamed } : tag)),
    )
  const clear = () => {
    setText('')
    searchField.current?.focus()
  }
  const close = () => setOpen(undefined)
  const { finalFocus, markRemoved } = useFinalFocus(heading)
  const closeGone = () => {
    markRemoved()
    close()
  }
  const create = (
    <Button onClick={() => setOpen({ action: 'create' })}>
      <PlusIcon size={20} />
      {m.admin_tags_create()}
    </Button>
  )
  return (
    <Page title={m.admin_nav_tags()} heading={heading} action={all.length > 0 ? create : null}>
      {all.length > 0 ? (
        <TextField
          ref={searchField}
          type="search"
          label={m.admin_tags_search()}
          value={text}
          autoComplete="off"
          className={search}
          onChange={(event) => setText(event.target.value)}
        />
      ) : null}
      <LiveRegion>{isSearching ? m.admin_tags_found({ n: found.length }) : null}</LiveRegion>
      {tags.isPending ? <ListSkeleton /> : null}
      {tags.isError ? (
        <LoadFailed title={m.admin_tags_failed()} error={tags.error} onRetry={() => tags.refetch()} />
      ) : null}
      {tags.isSuccess && all.length === 0 ? (
        <EmptyState title={m.admin_tags_none()} art={<TagIcon size={40} />} actions={create}>
          {m.admin_tags_none_text()}
        </EmptyState>
      ) : null}
      {all.length > 0 && found.length === 0 ? (
        <EmptyState
          title={m.admin_tags_no_match({ text: text.trim() })}
          art={<SearchIcon size={40} />}
          actions={
            <Button variant="secondary" onClick={clear}>
              {m.admin_tags_clear()}
            </Button>
          }
        />
      ) : null}
      {found.length > 0 ? (
        <TagTable
          tags={found}
          canMerge={all.length > 1}
          onAction={(action, tag) => setOpen({ action, tag })}
        />
      ) : null}
      {open?.action === 'create' ? <CreateTagDialog onClose={close} /> : null}
      {open?.action === 'edit' ? <EditTagDialog tag={open.tag} onRenamed={show} onClose={close} /> : null}
      {open?.action === 'merge' ? (
        <MergeTagDialog
          finalFocus={finalFocus}
          tag={open.tag}
          others={all.filter(({ id }) => id !== open.tag.id)}
          onClose={close}
          onMerged={closeGone}
        />
      ) : null}
      {open?.action === 'delete' ? (
        <DeleteDialog
          endpoint={deleteTag}
          input={{ params: { id: open.tag.id } }}
          title={m.admin_tags_delete_title({ name: shortName(open.tag.name) })}
          text={
            open.tag.count === 0
              ? m.admin_tags_delete_unused()
              : m.admin_tags_delete_used({ n: open.tag.count })
          }
          confirmLabel={m.admin_tags_delete()}
          done={m.admin_tags_deleted()}
          failed={m.admin_tags_delete_failed()}
          finalFocus={finalFocus}
          onClose={close}
          onDeleted={closeGone}
        />
      ) : null}
    </Page>
  )
}

const search = css({ width: '[min(100%, 26rem)]' })

/** All tags, by name, with the number of events that bear each. */
function tagsQuery() {
  return queryOptions({
    queryKey: [...BACK_OFFICE_KEY, 'tags'],
    queryFn: async ({ signal }) => {
      const { api } = await loadOfflineClient()
      return unwrap(await api.call(listBackOfficeTags, {}, { signal })).items
    },
    networkMode: 'online',
    staleTime: 0,
  })
}
