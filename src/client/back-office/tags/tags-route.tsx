import { toOneLine } from '@/domain/text/plain-text'
import { createFileRoute, Link } from '@tanstack/react-router'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { ComponentProps } from 'react'
import { Button } from '@/client/design-system/button'
import { EmptyState } from '@/client/design-system/banner'
import { TextField } from '@/client/design-system/forms/field'
import { PlusIcon, SearchIcon, TagIcon } from 'lucide-react'
import { LiveRegion } from '@/client/design-system/visually-hidden'
import {
  deleteTag,
  listBackOfficeTags,
  renameTag,
  mergeTag,
  createTag,
} from '@/contract/back-office/back-office-tags'
import type { CountedTag } from '@/contract/back-office/back-office-tags'
import type { Tag } from '@/contract/events/events'
import * as m from '@/messages/compiled/messages.js'
import { DeleteDialog, FormDialog, useFinalFocus, MergeDialog } from '@/client/back-office/shared/form-dialog'
import { Page, QueryState } from '@/client/back-office/shared/page'
import { shortName, Cell, RowActions, Table, RowButton } from '@/client/back-office/shared/table'
import { findTags, suggestedKey } from '@/client/back-office/shared/named-queries'
import { fieldProps } from '@/client/shared/forms/use-schema-form'
import { firstName } from '@/domain/tags/tag'
import { namesOfForm, tagNameFormSchema, newTagFormSchema } from '@/domain/tags/tag-schemas'
import type { TagNameForm, NewTagForm } from '@/domain/tags/tag-schemas'
import { useWriteForm } from '@/client/back-office/shared/use-write'
import { backOfficeQuery, callApi } from '@/client/back-office/shared/back-office-queries'
import { css } from 'styled-system/css'
import { textLink } from 'styled-system/recipes'

type TagAction = 'edit' | 'merge' | 'delete'

interface TagTableProps {
  tags: readonly CountedTag[]
  canMerge: boolean
  onAction: (action: TagAction, tag: CountedTag) => void
}

function TagTable({ tags, canMerge, onAction }: TagTableProps) {
  const columns = [m.admin_tags_name(), m.admin_tags_key(), m.admin_tags_events(), m.admin_tags_actions()]
  return (
    <Table label={m.admin_nav_tags()} columns={columns}>
      {tags.map((tag) => (
        <tr key={tag.id}>
          <Cell label={m.admin_tags_name()}>
            <bdi>{tag.name}</bdi>
            {otherNames(tag).map(([locale, name]) => (
              <bdi key={locale} lang={locale} className={otherName}>
                {name}
              </bdi>
            ))}
          </Cell>
          <Cell label={m.admin_tags_key()}>
            <code>{tag.key}</code>
          </Cell>
          <Cell label={m.admin_tags_events()}>
            {tag.count === 0 ? (
              tag.count
            ) : (
              <Link
                to="/backoffice/events"
                search={{ status: 'all', tags: tag.key }}
                className={textLink()}
                aria-label={m.admin_tags_events_of({ n: tag.count, name: tag.name })}
              >
                {tag.count}
              </Link>
            )}
          </Cell>
          <Cell>
            <RowActions>
              <RowButton
                name={m.admin_tags_edit_of({ name: tag.name })}
                onClick={() => onAction('edit', tag)}
              >
                {m.admin_tags_edit()}
              </RowButton>
              {canMerge ? (
                <RowButton
                  name={m.admin_tags_merge_of({ name: tag.name })}
                  onClick={() => onAction('merge', tag)}
                >
                  {m.admin_tags_merge()}
                </RowButton>
              ) : null}
              <RowButton
                name={m.admin_tags_delete_of({ name: tag.name })}
                onClick={() => onAction('delete', tag)}
              >
                {m.admin_tags_delete()}
              </RowButton>
            </RowActions>
          </Cell>
        </tr>
      ))}
    </Table>
  )
}

/** Those in other languages than the reader's, as far as they differ. */
function otherNames({ name: shown, names = {} }: CountedTag): [string, string][] {
  return Object.entries(names).filter(([, name]) => name !== shown)
}

const otherName = css({ display: 'block', textStyle: 'small', color: 'fg.muted' })

type Open = { action: 'create' } | { action: TagAction; tag: CountedTag }

function TagsPage() {
  const queryClient = useQueryClient()
  const tags = useQuery(tagsQuery())
  const [text, setText] = useState('')
  const [open, setOpen] = useState<Open>()
  const heading = useRef<HTMLHeadingElement>(null)
  const searchField = useRef<HTMLInputElement>(null)
  const all = tags.data ?? []
  const found = findTags(all, text)
  const isSearching = toOneLine(text) !== ''

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
      <PlusIcon size="1.25rem" />
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
      <QueryState query={tags} failed={m.admin_tags_failed()} />
      {tags.isSuccess && all.length === 0 ? (
        <EmptyState title={m.admin_tags_none()} art={<TagIcon size="2.5rem" />} actions={create}>
          {m.admin_tags_none_text()}
        </EmptyState>
      ) : null}
      {all.length > 0 && found.length === 0 ? (
        <EmptyState
          title={m.admin_tags_no_match({ text: toOneLine(text) })}
          art={<SearchIcon size="2.5rem" />}
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
        <MergeDialog
          endpoint={mergeTag}
          name="into_id"
          inputOf={(into) => ({ params: { id: open.tag.id }, body: { into_id: into } })}
          title={m.admin_tags_merge_title({ name: shortName(open.tag.name) })}
          text={m.admin_tags_merge_text({ name: open.tag.name, key: open.tag.key })}
          submitLabel={m.admin_tags_merge()}
          label={m.admin_tags_merge_into()}
          placeholder={m.admin_tags_merge_choose()}
          options={all
            .filter(({ id }) => id !== open.tag.id)
            .map(({ id, name, key }) => ({ value: id, label: `${name} (${key})` }))}
          done={() => m.admin_tags_merged()}
          failed={m.admin_tags_merge_failed()}
          details={({ count, name }) => m.admin_tags_merged_text({ n: count, name })}
          finalFocus={finalFocus}
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

function tagsQuery() {
  return backOfficeQuery(
    ['tags'],
    async ({ signal }) => (await callApi(listBackOfficeTags, {}, { signal })).items,
  )
}

interface EditTagDialogProps {
  tag: Tag
  /** Called with the tag as it is stored, before the dialog closes; undefined where the server does not say it. */
  onRenamed: (tag: Tag | undefined) => void
  onClose: () => void
}

function EditTagDialog({ tag, onRenamed, onClose }: EditTagDialogProps) {
  const { form, formProps, isSubmitting } = useWriteForm<TagNameForm, typeof renameTag>(renameTag, {
    schema: tagNameFormSchema,
    initialValues: { name: firstName(tag), name_pt: tag.names?.['pt'] ?? '' },
    inputOf: (values) => ({ params: { id: tag.id }, body: namesOfForm(values) }),
    onWritten: (stored) => {
      onRenamed(stored ?? undefined)
      onClose()
    },
    done: () => m.admin_tags_updated(),
    failed: m.admin_tags_update_failed(),
  })
  return (
    <FormDialog
      formProps={formProps}
      title={m.admin_tags_edit_title()}
      submitLabel={m.admin_tags_save()}
      isBusy={isSubmitting}
      onClose={onClose}
    >
      <form.Field name="name">
        {(field) => (
          <TextField label={m.admin_tags_name()} autoComplete="off" required {...fieldProps(field)} />
        )}
      </form.Field>
      <form.Field name="name_pt">{(field) => <PortugueseNameField {...fieldProps(field)} />}</form.Field>
      <TextField label={m.admin_tags_key()} hint={m.admin_tags_key_fixed()} value={tag.key} readOnly />
    </FormDialog>
  )
}

/** Adds a tag; its key follows the name until it is typed (rules 2.12, 5). */
function CreateTagDialog({ onClose }: { onClose: () => void }) {
  const { form, formProps, isSubmitting } = useWriteForm<NewTagForm, typeof createTag>(createTag, {
    schema: newTagFormSchema,
    initialValues: { name: '', name_pt: '', key: '' },
    inputOf: (values) => ({ body: { key: values.key, ...namesOfForm(values) } }),
    onWritten: onClose,
    done: () => m.admin_tags_created(),
    failed: m.admin_tags_create_failed(),
  })
  return (
    <FormDialog
      formProps={formProps}
      title={m.admin_tags_create_title()}
      submitLabel={m.admin_tags_create()}
      isBusy={isSubmitting}
      onClose={onClose}
    >
      <form.Field name="name">
        {(field) => {
          const { onChange, ...props } = fieldProps(field)
          return (
            <TextField
              {...props}
              label={m.admin_tags_name()}
              autoComplete="off"
              required
              onChange={(event) => {
                const { key, name } = form.state.values
                const isFollowing = key === suggestedKey(name)
                onChange(event)
                if (isFollowing) form.setFieldValue('key', suggestedKey(event.target.value))
              }}
            />
          )
        }}
      </form.Field>
      <form.Field name="name_pt">{(field) => <PortugueseNameField {...fieldProps(field)} />}</form.Field>
      <form.Field name="key">
        {(field) => (
          <TextField
            label={m.admin_tags_key()}
            hint={m.admin_tags_key_hint()}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            required
            {...fieldProps(field)}
          />
        )}
      </form.Field>
    </FormDialog>
  )
}

/** The Portuguese name of a tag; without it, the name is the same in both languages. */
function PortugueseNameField(props: Omit<ComponentProps<typeof TextField>, 'label'>) {
  return (
    <TextField
      label={m.admin_tags_name_pt()}
      hint={m.admin_tags_name_pt_hint()}
      lang="pt"
      autoComplete="off"
      {...props}
    />
  )
}

export const Route = createFileRoute('/backoffice/tags')({ component: TagsPage })
