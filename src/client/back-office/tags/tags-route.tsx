import { toOneLine } from '@/domain/text/plain-text'
import { createFileRoute } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '@/client/design-system/button'
import { EmptyState } from '@/client/design-system/banner'
import { TextField } from '@/client/design-system/forms/field'
import { PlusIcon, SearchIcon, TagIcon } from 'lucide-react'
import { LiveRegion } from '@/client/design-system/visually-hidden'
import {
  deleteTag,
  renameTag,
  mergeTag,
  createTag,
  type CountedTag,
} from '@/contract/back-office/back-office-tags'
import { TextLink } from '@/client/shared/links/link'
import * as m from '@/messages/compiled/messages.js'
import { FormDialog, MergeDialog, useQuestion, type Question } from '@/client/back-office/shared/form-dialog'
import { Page, QueryState, text } from '@/client/back-office/shared/page'
import { DataTable, RowButton, shortName, type Columns } from '@/client/back-office/shared/table'
import { findTags, suggestedKey, tagsQuery } from '@/client/back-office/shared/back-office-queries'
import { firstName } from '@/domain/tags/tag'
import { namesOfForm, tagFormSchema, type TagForm } from '@/domain/tags/tag-schemas'
import { useWriteForm } from '@/client/back-office/shared/use-action'
import { css } from 'styled-system/css'

const COLUMNS: Columns<CountedTag> = [
  [m.admin_tags_name, (tag) => <TagNames tag={tag} />],
  [m.admin_tags_key, (tag) => <code>{tag.key}</code>],
  [m.admin_tags_events, (tag) => <TagCount tag={tag} />],
]

function TagsPage() {
  const tags = useQuery({ ...tagsQuery(), staleTime: 0 })
  const [typed, setTyped] = useState('')
  const [edited, setEdited] = useState<CountedTag | 'new'>()
  const [merged, setMerged] = useState<{ tag: CountedTag; isMerge: boolean }>()
  const all = tags.data ?? []
  const found = findTags(all, typed)
  const words = toOneLine(typed)
  const { ask, dialog } = useQuestion()
  const create = (
    <Button onClick={() => setEdited('new')}>
      <PlusIcon size="1.25rem" />
      {m.admin_tags_create()}
    </Button>
  )
  return (
    <Page title={m.admin_nav_tags()} action={all.length > 0 ? create : null}>
      {all.length > 0 ? (
        <TextField
          type="search"
          label={m.admin_tags_search()}
          value={typed}
          autoComplete="off"
          className={css({ width: '[min(100%, 26rem)]' })}
          onChange={(event) => setTyped(event.target.value)}
        />
      ) : null}
      <LiveRegion>{words === '' ? null : m.admin_tags_found({ n: found.length })}</LiveRegion>
      <QueryState query={tags} failed={m.admin_tags_failed()} />
      {tags.isSuccess && all.length === 0 ? (
        <EmptyState title={m.admin_tags_none()} art={<TagIcon size="2.5rem" />} actions={create}>
          {m.admin_tags_none_text()}
        </EmptyState>
      ) : null}
      {all.length > 0 && found.length === 0 ? (
        <EmptyState title={m.admin_tags_no_match({ text: words })} art={<SearchIcon size="2.5rem" />} />
      ) : null}
      {found.length > 0 ? (
        <DataTable
          label={m.admin_nav_tags()}
          rows={found}
          columns={COLUMNS}
          renderActions={(tag) => (
            <>
              <RowButton name={m.admin_tags_edit_of(tag)} onClick={() => setEdited(tag)}>
                {m.admin_tags_edit()}
              </RowButton>
              {all.length > 1 ? (
                <RowButton
                  name={m.admin_tags_merge_of(tag)}
                  onClick={() => setMerged({ tag, isMerge: true })}
                >
                  {m.admin_tags_merge()}
                </RowButton>
              ) : null}
              <RowButton
                name={m.admin_tags_delete_of(tag)}
                onClick={() =>
                  tag.only_count === 0 ? ask(deletionOf(tag)) : setMerged({ tag, isMerge: false })
                }
              >
                {m.admin_tags_delete()}
              </RowButton>
            </>
          )}
        />
      ) : null}
      {edited === undefined ? null : (
        <TagDialog tag={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />
      )}
      {merged === undefined ? null : (
        <MergeTagDialog {...merged} all={all} onClose={() => setMerged(undefined)} />
      )}
      {dialog}
    </Page>
  )
}

function TagNames({ tag: { name, names = {} } }: { tag: CountedTag }) {
  return (
    <>
      <bdi>{name}</bdi>
      {Object.entries(names).map(([locale, other]) =>
        other === name ? null : (
          <bdi key={locale} lang={locale} className={text.below}>
            {other}
          </bdi>
        ),
      )}
    </>
  )
}

function TagCount({ tag: { key, name, count: n } }: { tag: CountedTag }) {
  if (n === 0) return n
  return (
    <TextLink
      to="/backoffice/events"
      search={{ status: 'all', tags: key }}
      aria-label={m.admin_tags_events_of({ n, name })}
    >
      {n}
    </TextLink>
  )
}

function deletionOf({ id, name, count: n }: CountedTag): Question {
  return {
    title: m.admin_tags_delete_title({ name: shortName(name) }),
    text: n === 0 ? m.admin_tags_delete_unused() : m.admin_tags_delete_used({ n }),
    confirmLabel: m.admin_tags_delete(),
    done: m.admin_tags_deleted(),
    failed: m.admin_tags_delete_failed(),
    send: (api) => api.call(deleteTag, { params: { id } }),
  }
}

interface MergeTagDialogProps {
  /** False: it is deleted, and some event has it alone, which needs what replaces it. */
  isMerge: boolean
  tag: CountedTag
  all: readonly CountedTag[]
  onClose: () => void
}

function MergeTagDialog({ isMerge, tag, all, onClose }: MergeTagDialogProps) {
  const { id, name, key, count: n, only_count: only } = tag
  const title = isMerge ? m.admin_tags_merge_title : m.admin_tags_delete_title
  const done = isMerge ? m.admin_tags_merged : m.admin_tags_deleted
  return (
    <MergeDialog
      name="into_id"
      send={(into, api) => api.call(mergeTag, { params: { id }, body: { into_id: into } })}
      title={title({ name: shortName(name) })}
      text={isMerge ? m.admin_tags_merge_text({ name, key }) : m.admin_tags_delete_only({ n, only })}
      submitLabel={isMerge ? m.admin_tags_merge() : m.admin_tags_delete()}
      label={isMerge ? m.admin_tags_merge_into() : m.admin_tags_delete_into()}
      placeholder={m.admin_tags_merge_choose()}
      options={all
        .filter((other) => other.id !== id)
        .map((other) => ({ value: other.id, label: `${other.name} (${other.key})` }))}
      done={(into) => [done(), m.admin_tags_merged_text({ n: into.count, name: into.name })]}
      failed={isMerge ? m.admin_tags_merge_failed() : m.admin_tags_delete_failed()}
      onClose={onClose}
    />
  )
}

/** Creates a tag, whose key follows the name until it is typed, or renames one (rules 2.12, 5). */
function TagDialog({ tag, onClose }: { tag: CountedTag | undefined; onClose: () => void }) {
  const isNew = tag === undefined
  const { form, fields, formProps, isSubmitting } = useWriteForm<TagForm, unknown>({
    schema: tagFormSchema,
    initialValues: isNew
      ? { name: '', name_pt: '', key: '' }
      : { name: firstName(tag), name_pt: tag.names?.['pt'] ?? '', key: tag.key },
    run: async ({ key, ...typed }, api) => {
      const names = namesOfForm(typed)
      const outcome = await (isNew
        ? api.call(createTag, { body: { key, ...names } })
        : api.call(renameTag, { params: { id: tag.id }, body: names }))
      if (outcome.kind !== 'refused') return outcome
      // A problem of the Portuguese name is shown at its field.
      const problems = outcome.fields.map((one) =>
        one.path === 'names.pt' ? { ...one, path: 'name_pt' } : one,
      )
      return { ...outcome, fields: problems }
    },
    onWritten: onClose,
    done: () => [isNew ? m.admin_tags_created() : m.admin_tags_updated()],
    failed: () => (isNew ? m.admin_tags_create_failed() : m.admin_tags_update_failed()),
  })
  return (
    <FormDialog
      {...{ formProps, isSubmitting }}
      title={isNew ? m.admin_tags_create_title() : m.admin_tags_edit_title()}
      submitLabel={isNew ? m.admin_tags_create() : m.admin_tags_save()}
      onClose={onClose}
    >
      <TextField
        {...fields.name}
        label={m.admin_tags_name()}
        autoComplete="off"
        required
        onChange={(event) => {
          const { key, name } = form.state.values
          const isFollowing = isNew && key === suggestedKey(name)
          fields.name.onChange(event)
          if (isFollowing) form.setFieldValue('key', suggestedKey(event.target.value))
        }}
      />
      <TextField
        label={m.admin_tags_name_pt()}
        hint={m.admin_tags_name_pt_hint()}
        lang="pt"
        autoComplete="off"
        {...fields.name_pt}
      />
      <TextField
        label={m.admin_tags_key()}
        hint={isNew ? m.admin_tags_key_hint() : m.admin_tags_key_fixed()}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required={isNew}
        readOnly={!isNew}
        {...fields.key}
      />
    </FormDialog>
  )
}

export const Route = createFileRoute('/backoffice/tags')({ component: TagsPage })
