import { toOneLine } from '@/domain/text/plain-text'
import { createFileRoute, Link } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState, type ComponentProps } from 'react'
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
  type CountedTag,
} from '@/contract/back-office/back-office-tags'
import type { Reply } from '@/contract/endpoint'
import type { Outcome } from '@/offline/api/next-step'
import * as m from '@/messages/compiled/messages.js'
import { DeleteDialog, FormDialog, useFinalFocus, MergeDialog } from '@/client/back-office/shared/form-dialog'
import { Page, QueryState } from '@/client/back-office/shared/page'
import { RowTable, RowButton, shortName } from '@/client/back-office/shared/table'
import { findTags, suggestedKey } from '@/client/back-office/shared/named-queries'
import { fieldProps } from '@/client/shared/forms/use-schema-form'
import { firstName } from '@/domain/tags/tag'
import {
  namesOfForm,
  tagNameFormSchema,
  newTagFormSchema,
  type TagNameForm,
  type NewTagForm,
} from '@/domain/tags/tag-schemas'
import { useWriteForm } from '@/client/back-office/shared/use-write'
import { backOfficeQuery, callApi } from '@/client/back-office/shared/back-office-queries'
import { css } from 'styled-system/css'
import { textLink } from 'styled-system/recipes'

type Open =
  | { action: 'create' }
  | { action: 'edit'; tag: CountedTag }
  | { action: 'merge' | 'delete'; tag: CountedTag }

function TagsPage() {
  const tags = useQuery(
    backOfficeQuery(
      ['tags'],
      async ({ signal }) => (await callApi(listBackOfficeTags, {}, { signal })).items,
    ),
  )
  const [text, setText] = useState('')
  const [open, setOpen] = useState<Open>()
  const heading = useRef<HTMLHeadingElement>(null)
  const { finalFocus, markRemoved } = useFinalFocus(heading)
  const all = tags.data ?? []
  const found = findTags(all, text)
  const words = toOneLine(text)
  const close = () => setOpen(undefined)
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
          type="search"
          label={m.admin_tags_search()}
          value={text}
          autoComplete="off"
          className={search}
          onChange={(event) => setText(event.target.value)}
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
      {found.length > 0 ? <TagTable tags={found} canMerge={all.length > 1} onOpen={setOpen} /> : null}
      {open?.action === 'create' ? <CreateTagDialog onClose={close} /> : null}
      {open?.action === 'edit' ? <EditTagDialog tag={open.tag} onClose={close} /> : null}
      {open?.action === 'merge' || open?.action === 'delete' ? (
        <RemoveTagDialog {...open} all={all} finalFocus={finalFocus} onClose={close} onRemoved={closeGone} />
      ) : null}
    </Page>
  )
}

const search = css({ width: '[min(100%, 26rem)]' })

interface TagTableProps {
  tags: readonly CountedTag[]
  canMerge: boolean
  onOpen: (open: Open) => void
}

function TagTable({ tags, canMerge, onOpen }: TagTableProps) {
  return (
    <RowTable
      label={m.admin_nav_tags()}
      rows={tags.map((tag) => ({
        key: tag.id,
        cells: {
          [m.admin_tags_name()]: <TagNames tag={tag} />,
          [m.admin_tags_key()]: <code>{tag.key}</code>,
          [m.admin_tags_events()]: <TagCount tag={tag} />,
        },
        actions: (
          <>
            <RowButton
              name={m.admin_tags_edit_of({ name: tag.name })}
              onClick={() => onOpen({ action: 'edit', tag })}
            >
              {m.admin_tags_edit()}
            </RowButton>
            {canMerge ? (
              <RowButton
                name={m.admin_tags_merge_of({ name: tag.name })}
                onClick={() => onOpen({ action: 'merge', tag })}
              >
                {m.admin_tags_merge()}
              </RowButton>
            ) : null}
            <RowButton
              name={m.admin_tags_delete_of({ name: tag.name })}
              onClick={() => onOpen({ action: 'delete', tag })}
            >
              {m.admin_tags_delete()}
            </RowButton>
          </>
        ),
      }))}
    />
  )
}

function TagNames({ tag: { name, names = {} } }: { tag: CountedTag }) {
  return (
    <>
      <bdi>{name}</bdi>
      {Object.entries(names).map(([locale, other]) =>
        other === name ? null : (
          <bdi key={locale} lang={locale} className={otherName}>
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
    <Link
      to="/backoffice/events"
      search={{ status: 'all', tags: key }}
      className={textLink()}
      aria-label={m.admin_tags_events_of({ n, name })}
    >
      {n}
    </Link>
  )
}

const otherName = css({ display: 'block', textStyle: 'small', color: 'fg.muted' })

interface RemoveTagDialogProps {
  action: 'merge' | 'delete'
  tag: CountedTag
  all: readonly CountedTag[]
  finalFocus: () => HTMLElement | null
  onClose: () => void
  onRemoved: () => void
}

/** Merges a tag into another, or deletes it: one that some event has alone by a merge into what replaces it. */
function RemoveTagDialog({ action, tag, all, finalFocus, onClose, onRemoved }: RemoveTagDialogProps) {
  const { id, name, key, count: n, only_count: only } = tag
  const isMerge = action === 'merge'
  const title = isMerge ? m.admin_tags_merge_title : m.admin_tags_delete_title
  const dialog = { title: title({ name: shortName(name) }), finalFocus, onClose }
  if (!isMerge && only === 0)
    return (
      <DeleteDialog
        {...dialog}
        endpoint={deleteTag}
        input={{ params: { id } }}
        text={n === 0 ? m.admin_tags_delete_unused() : m.admin_tags_delete_used({ n })}
        confirmLabel={m.admin_tags_delete()}
        done={m.admin_tags_deleted()}
        failed={m.admin_tags_delete_failed()}
        onDeleted={onRemoved}
      />
    )
  return (
    <MergeDialog
      {...dialog}
      endpoint={mergeTag}
      name="into_id"
      inputOf={(into) => ({ params: { id }, body: { into_id: into } })}
      text={isMerge ? m.admin_tags_merge_text({ name, key }) : m.admin_tags_delete_only({ n, only })}
      submitLabel={isMerge ? m.admin_tags_merge() : m.admin_tags_delete()}
      label={isMerge ? m.admin_tags_merge_into() : m.admin_tags_delete_into()}
      placeholder={m.admin_tags_merge_choose()}
      options={all
        .filter((other) => other.id !== id)
        .map((other) => ({ value: other.id, label: `${other.name} (${other.key})` }))}
      done={isMerge ? m.admin_tags_merged : m.admin_tags_deleted}
      failed={isMerge ? m.admin_tags_merge_failed() : m.admin_tags_delete_failed()}
      details={(into) => m.admin_tags_merged_text({ n: into.count, name: into.name })}
      onMerged={onRemoved}
    />
  )
}

/** Sends names; a problem of the Portuguese one is shown at its field. */
async function sendNames<E extends typeof createTag | typeof renameTag>(outcome: Promise<Outcome<Reply<E>>>) {
  const answered = await outcome
  if (answered.kind !== 'refused') return answered
  const fields = answered.fields.map((one) => (one.path === 'names.pt' ? { ...one, path: 'name_pt' } : one))
  return { ...answered, fields }
}

function EditTagDialog({ tag, onClose }: { tag: CountedTag; onClose: () => void }) {
  const { form, formProps, isSubmitting } = useWriteForm<TagNameForm, typeof renameTag>(renameTag, {
    schema: tagNameFormSchema,
    initialValues: { name: firstName(tag), name_pt: tag.names?.['pt'] ?? '' },
    inputOf: (values) => ({ params: { id: tag.id }, body: namesOfForm(values) }),
    send: (api, input) => sendNames(api.call(renameTag, input)),
    onWritten: onClose,
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
    send: (api, input) => sendNames(api.call(createTag, input)),
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
