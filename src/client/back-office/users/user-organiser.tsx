import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import * as z from 'zod/mini'
import { Button } from '@/client/design-system/button'
import {
  removeUserOrganiser,
  getUserOrganiser,
  setUserOrganiser,
  type BackOfficeOrganiser,
  type BackOfficeUser,
} from '@/contract/back-office/back-office-people'
import * as m from '@/messages/compiled/messages.js'
import { backOfficeQuery, callApi } from '@/client/back-office/shared/back-office-queries'
import { DeleteDialog, FormDialog, RestoredNote } from '@/client/back-office/shared/form-dialog'
import { LoadFailed, ListSkeleton } from '@/client/back-office/shared/page'
import { fieldProps } from '@/client/shared/forms/use-schema-form'
import { useDraft, type UsedDraft } from '@/client/shared/drafts/use-draft'
import { useUnsaved } from '@/client/shared/forms/unsaved'
import { linkLabel } from '@/client/shared/event-form/link-label'
import { PhotoField } from '@/client/shared/photos/photo-field'
import { TextArea, TextField } from '@/client/design-system/forms/field'
import { INFO_LINK_TYPES, completeLink, infoLinkProblem, type InfoLinkType } from '@/domain/events/info-link'
import { callWithPhoto } from '@/offline/api/photo-upload'
import type { OutboxPhoto } from '@/offline/outbox/entry'
import { useWriteForm } from '@/client/back-office/shared/use-write'
import { profileName } from '@/domain/accounts/account'
import { css, cx } from 'styled-system/css'
import { cluster } from 'styled-system/patterns'
import { card, textLink } from 'styled-system/recipes'
import { ORGANISER_TEXT_MAX } from '@/domain/organisers/organiser'

function userOrganiserQuery(id: string) {
  return backOfficeQuery(
    ['user', id, 'organiser'],
    async ({ signal }) => (await callApi(getUserOrganiser, { params: { id } }, { signal })).organiser,
  )
}

export function UserOrganiser({ user }: { user: BackOfficeUser }) {
  const query = useQuery(userOrganiserQuery(user.id))
  return (
    <section className={cx(card({ pad: true }), frame)}>
      <h2 className={heading}>{m.admin_organiser()}</h2>
      {query.isPending ? <ListSkeleton /> : null}
      {query.isError && query.data === undefined ? (
        <LoadFailed title={m.admin_organiser_failed()} error={query.error} onRetry={() => query.refetch()} />
      ) : null}
      {/* It stays when a later fetch fails: its dialog has what somebody is writing. */}
      {query.data === undefined ? null : <Mark user={user} organiser={query.data ?? undefined} />}
    </section>
  )
}

function Mark({ user, organiser }: { user: BackOfficeUser; organiser: BackOfficeOrganiser | undefined }) {
  // The organiser as it was when the dialog was opened: a new fetch must not change what somebody is writing over.
  const [open, setOpen] = useState<{ what: 'edit' | 'remove'; of: BackOfficeOrganiser | undefined }>()
  const queryClient = useQueryClient()
  const change = useRef<HTMLButtonElement>(null)
  const close = () => setOpen(undefined)
  const finalFocus = () => change.current
  return (
    <>
      {organiser === undefined ? (
        <p className={note}>{m.admin_organiser_none()}</p>
      ) : (
        <p>
          <bdi>{organiser.name}</bdi>{' '}
          {user.suspended_at === undefined ? (
            <a href={`/organisers/${organiser.slug}`} className={textLink()} target="_blank" rel="noopener">
              {m.admin_organiser_page()}
            </a>
          ) : (
            <span className={note}>{m.admin_organiser_suspended()}</span>
          )}
        </p>
      )}
      <div className={cluster()}>
        <Button ref={change} variant="secondary" onClick={() => setOpen({ what: 'edit', of: organiser })}>
          {organiser ? m.admin_organiser_edit() : m.admin_organiser_mark()}
        </Button>
        {organiser ? (
          <Button variant="danger" onClick={() => setOpen({ what: 'remove', of: organiser })}>
            {m.admin_organiser_remove()}
          </Button>
        ) : null}
      </div>
      {open?.what === 'edit' ? (
        <OrganiserDialog user={user} organiser={open.of} onClose={close} finalFocus={finalFocus} />
      ) : null}
      {open?.what === 'remove' && open.of ? (
        <DeleteDialog
          endpoint={removeUserOrganiser}
          input={{ params: { id: user.id } }}
          title={m.admin_organiser_remove()}
          text={m.admin_organiser_remove_text({ name: open.of.name })}
          confirmLabel={m.admin_organiser_remove()}
          done={m.admin_organiser_removed({ name: open.of.name })}
          failed={m.admin_organiser_remove_failed()}
          onClose={close}
          finalFocus={finalFocus}
          onDeleted={() => {
            queryClient.setQueryData(userOrganiserQuery(user.id).queryKey, null)
            close()
          }}
        />
      ) : null}
    </>
  )
}

const frame = css({ display: 'grid', gap: '3', justifyItems: 'start' })
const heading = css({ textStyle: 'subheading' })
const note = css({ textStyle: 'small', color: 'fg.muted' })

/** A photo from a phone may take this long. */
const PHOTO_TIMEOUT_MS = 120_000

interface OrganiserDialogProps {
  user: { id: string; name: string }
  /** The page as it was when the dialog was opened; undefined for a new mark. */
  organiser: BackOfficeOrganiser | undefined
  onClose: () => void
  finalFocus: () => HTMLElement | null
}

function OrganiserDialog(props: OrganiserDialogProps) {
  const { user, organiser } = props
  const initial = {
    values: valuesOf(organiser, user.name),
    revision: organiser?.revision,
    removesPhoto: false,
  }
  const draft = useDraft<OrganiserDraft>({
    slot: `staff/form/organiser:${user.id}`,
    read: (content) => draftSchema.safeParse(content).data,
    isEmpty: ({ values, removesPhoto }) =>
      !removesPhoto && JSON.stringify(values) === JSON.stringify(initial.values),
  })
  return draft.isReady ? <OpenDialog {...props} draft={draft} initial={initial} /> : null
}

interface OpenDialogProps extends OrganiserDialogProps {
  draft: UsedDraft<OrganiserDraft>
  initial: OrganiserDraft
}

function OpenDialog(props: OpenDialogProps) {
  const { user, organiser, draft, initial, onClose, finalFocus } = props
  const queryClient = useQueryClient()
  const [isPreparing, setPreparing] = useState(false)
  const [photoError, setPhotoError] = useState<string>()
  /** The page that somebody else has stored meanwhile; null where the account is not marked any more. The next press saves over it. */
  const [theirs, setTheirs] = useState<{ page: BackOfficeOrganiser | null; differs: string[] }>()
  const { restored } = draft
  // The page that was written over stays that of the draft.
  const { values: begunWith, revision, removesPhoto: hasRemovedPhoto } = restored?.content ?? initial
  const [photo, setPhoto] = useState(draft.restored?.photo)
  const [storedUrl, setStoredUrl] = useState(hasRemovedPhoto ? undefined : organiser?.thumbnail)
  const removesPhoto = organiser?.photo !== undefined && storedUrl === undefined
  useUnsaved(draft.isDirty)
  const { form, formProps, isSubmitting } = useWriteForm<OrganiserForm, typeof setUserOrganiser>(
    setUserOrganiser,
    {
      schema: formSchema,
      initialValues: begunWith,
      onChange: (values) => draft.change({ values, revision, removesPhoto }),
      inputOf: (values) => {
        const over = theirs === undefined ? revision : theirs.page?.revision
        return {
          params: { id: user.id },
          body: {
            ...writeOf(values),
            ...(over !== undefined && { revision: over }),
            ...(over !== undefined && removesPhoto && { photo: null }),
          },
        }
      },
      send: async (api, input) => {
        const options = { timeoutMs: PHOTO_TIMEOUT_MS }
        const outcome = await (photo === undefined
          ? api.call(setUserOrganiser, input, options)
          : callWithPhoto(
              api,
              photo,
              (sent) =>
                api.call(setUserOrganiser, { ...input, body: { ...input.body, photo: sent } }, options),
              options,
            ))
        const wrong = outcome.kind === 'refused' && outcome.fields.find(({ path }) => path === 'photo')
        setPhotoError(wrong ? wrong.message : undefined)
        if (outcome.kind !== 'refused' || outcome.code !== 'CONFLICT') return outcome
        const read = await api.call(getUserOrganiser, { params: { id: user.id } })
        if (read.kind !== 'ok') return outcome
        const page = read.data.organiser
        const differs = page === null ? [] : differences(page, input.body)
        const isPhotoSame = photo === undefined && !(removesPhoto && page?.photo !== undefined)
        // The answer to an earlier press was lost, or both wrote the same.
        if (page !== null && differs.length === 0 && isPhotoSame) return { ...read, data: page }
        setTheirs({ page, differs })
        return outcome
      },
      onWritten: (stored) => {
        draft.discard()
        // Opened again at once, the dialog has what was saved.
        queryClient.setQueryData(userOrganiserQuery(user.id).queryKey, stored)
        onClose()
      },
      done: () => m.admin_organiser_saved(),
      failed: m.admin_organiser_save_failed(),
    },
  )
  const conflict =
    theirs?.page === null
      ? m.admin_organiser_conflict_unmarked()
      : m.admin_organiser_conflict({ theirs: theirs?.differs.join(' · ') || m.admin_activity_field_photo() })
  const changePhoto = (next: OutboxPhoto | undefined) => {
    const isRemoved = next === undefined && organiser?.photo !== undefined
    setPhoto(next)
    setPhotoError(undefined)
    if (next === undefined) setStoredUrl(undefined)
    draft.changePhoto(next)
    draft.change({ values: form.state.values, revision, removesPhoto: removesPhoto || isRemoved })
  }
  const discard = () => {
    draft.discard()
    setTheirs(undefined)
    setPhoto(undefined)
    setStoredUrl(organiser?.thumbnail)
    form.reset(initial.values)
    // The button that was pressed goes.
    firstField()?.focus()
  }
  const firstField = () => formProps.ref.current?.querySelector('input') ?? null
  return (
    <FormDialog
      formProps={formProps}
      title={organiser ? m.admin_organiser_edit() : m.admin_organiser_mark()}
      submitLabel={theirs ? m.admin_organiser_save_mine() : m.admin_organiser_save()}
      failure={theirs && conflict}
      isBusy={isSubmitting}
      isPreparing={isPreparing}
      onClose={onClose}
      // 'Discard draft' stands above the fields: a key that is pressed at once is not meant for it.
      initialFocus={firstField}
      finalFocus={finalFocus}
    >
      {restored === undefined ? null : (
        <RestoredNote onDiscard={discard}>
          {restored.lostPhoto ? ` ${m.form_draft_photo()}` : null}
        </RestoredNote>
      )}
      <form.Field name="name">
        {(field) => (
          <TextField
            label={m.admin_organiser_name()}
            hint={m.admin_organiser_name_hint()}
            autoComplete="off"
            required
            {...fieldProps(field)}
          />
        )}
      </form.Field>
      <form.Field name="en">
        {(field) => (
          <TextArea
            label={m.admin_organiser_text_en()}
            hint={m.admin_organiser_text_hint()}
            lang="en"
            {...fieldProps(field)}
          />
        )}
      </form.Field>
      <form.Field name="pt">
        {(field) => <TextArea label={m.admin_organiser_text_pt()} lang="pt" {...fieldProps(field)} />}
      </form.Field>
      <PhotoField
        photo={photo}
        storedUrl={storedUrl}
        stored={{ note: m.admin_organiser_photo_stored(), alt: m.admin_organiser_photo() }}
        onChange={changePhoto}
        onBusy={setPreparing}
        error={photoError}
      />
      {INFO_LINK_TYPES.map((type) => (
        <form.Field key={type} name={type}>
          {(field) => (
            <TextField
              label={linkLabel(type)}
              type="url"
              inputMode="url"
              autoCapitalize="none"
              autoComplete="off"
              spellCheck={false}
              {...fieldProps(field)}
            />
          )}
        </form.Field>
      ))}
    </FormDialog>
  )
}

type Content = Pick<BackOfficeOrganiser, 'name' | 'texts' | 'links'>

const text = z.string().check(z.maxLength(ORGANISER_TEXT_MAX, 'text_too_long'))
const link = (type: InfoLinkType) =>
  z.string().check((context) => {
    const data = completeLink(type, context.value)
    const code = data === '' ? undefined : infoLinkProblem(type, data)
    if (code !== undefined)
      context.issues.push({ code: 'custom', message: code, path: [], input: context.value })
  })

/** A text field each; one that stays empty is not sent. */
const formSchema = z.strictObject({
  name: profileName,
  en: text,
  pt: text,
  instagram: link('instagram'),
  facebook: link('facebook'),
  telegram: link('telegram'),
  whatsapp: link('whatsapp'),
  web_url: link('web_url'),
})
type OrganiserForm = z.infer<typeof formSchema>

const draftSchema = z.object({
  values: z.object({
    name: z.string(),
    en: z.string(),
    pt: z.string(),
    instagram: z.string(),
    facebook: z.string(),
    telegram: z.string(),
    whatsapp: z.string(),
    web_url: z.string(),
  }),
  /** That of the page that it is written over; none of a new mark. */
  revision: z.optional(z.number()),
  removesPhoto: z.boolean(),
})
type OrganiserDraft = z.infer<typeof draftSchema>

function valuesOf(organiser: Content | undefined, name: string): OrganiserForm {
  const linkOf = (type: InfoLinkType) => organiser?.links.find((one) => one.type === type)?.data ?? ''
  return {
    name: organiser?.name ?? name,
    en: organiser?.texts.en ?? '',
    pt: organiser?.texts.pt ?? '',
    instagram: linkOf('instagram'),
    facebook: linkOf('facebook'),
    telegram: linkOf('telegram'),
    whatsapp: linkOf('whatsapp'),
    web_url: linkOf('web_url'),
  }
}

function writeOf({ name, en, pt, ...links }: OrganiserForm) {
  return {
    name,
    texts: { ...(en !== '' && { en }), ...(pt !== '' && { pt }) },
    links: INFO_LINK_TYPES.flatMap((type) => {
      const data = completeLink(type, links[type])
      return data === '' ? [] : [{ type, data }]
    }),
  }
}

function differences(stored: Content, sent: Content): string[] {
  const [theirs, mine] = [valuesOf(stored, ''), valuesOf(sent, '')]
  const field = (label: string, key: keyof OrganiserForm) =>
    theirs[key] === mine[key] ? [] : [`${label}: ${theirs[key] || '–'}`]
  return [
    ...field(m.admin_organiser_name(), 'name'),
    ...field(m.admin_organiser_text_en(), 'en'),
    ...field(m.admin_organiser_text_pt(), 'pt'),
    ...INFO_LINK_TYPES.flatMap((type) => field(linkLabel(type), type)),
  ]
}
