import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { backOfficeQuery } from '@/client/back-office/shared/back-office-queries'
import { FormDialog, RestoredNote, useQuestion } from '@/client/back-office/shared/form-dialog'
import { QueryState, Section, text } from '@/client/back-office/shared/page'
import { useWriteForm } from '@/client/back-office/shared/use-action'
import { PHOTO_OPTIONS, withPhoto } from '@/offline/api/photo-upload'
import { Button } from '@/client/design-system/button'
import { TextArea, TextField } from '@/client/design-system/forms/field'
import { useDraft, type UsedDraft } from '@/client/shared/drafts/use-draft'
import { linkLabel } from '@/client/shared/links/social-links'
import { PhotoField } from '@/client/shared/photos/photo-field'
import {
  removeUserOrganiser,
  getUserOrganiser,
  setUserOrganiser,
  type BackOfficeOrganiser,
  type BackOfficeUser,
} from '@/contract/back-office/back-office-people'
import { profileName } from '@/domain/accounts/account'
import { INFO_LINK_TYPES, completeLink, infoLinkProblem, type InfoLinkType } from '@/domain/events/info-link'
import { ORGANISER_TEXT_MAX } from '@/domain/organisers/organiser'
import * as m from '@/messages/compiled/messages.js'
import type { OutboxPhoto } from '@/offline/outbox/entry'
import { cluster } from 'styled-system/patterns'
import { textLink } from 'styled-system/recipes'

function userOrganiserQuery(id: string) {
  return backOfficeQuery(['user', id, 'organiser'], getUserOrganiser, { params: { id } })
}

export function UserOrganiser({ user }: { user: BackOfficeUser }) {
  const query = useQuery(userOrganiserQuery(user.id))
  return (
    <Section title={m.admin_organiser()}>
      {/* It stays when a later fetch fails: its dialog has what somebody is writing. */}
      {query.data === undefined ? (
        <QueryState query={query} failed={m.admin_organiser_failed()} />
      ) : (
        <Mark user={user} organiser={query.data.organiser ?? undefined} />
      )}
    </Section>
  )
}

interface MarkProps {
  user: BackOfficeUser
  /** Undefined where the account is not marked. */
  organiser: BackOfficeOrganiser | undefined
}

function Mark({ user, organiser }: MarkProps) {
  const [isEditing, setEditing] = useState(false)
  const { ask, dialog } = useQuestion()
  const queryClient = useQueryClient()
  const remove = ({ name }: BackOfficeOrganiser) =>
    ask({
      title: m.admin_organiser_remove(),
      text: m.admin_organiser_remove_text({ name }),
      confirmLabel: m.admin_organiser_remove(),
      done: m.admin_organiser_removed({ name }),
      failed: m.admin_organiser_remove_failed(),
      send: (api) => api.call(removeUserOrganiser, { params: { id: user.id } }),
      onDone: () => queryClient.setQueryData(userOrganiserQuery(user.id).queryKey, { organiser: null }),
    })
  return (
    <>
      {organiser === undefined ? (
        <p className={text.small}>{m.admin_organiser_none()}</p>
      ) : (
        <p>
          <bdi>{organiser.name}</bdi>{' '}
          {user.suspended_at === undefined ? (
            <a href={`/organisers/${organiser.slug}`} className={textLink()} target="_blank" rel="noopener">
              {m.admin_organiser_page()}
            </a>
          ) : (
            <span className={text.small}>{m.admin_organiser_suspended()}</span>
          )}
        </p>
      )}
      <div className={cluster()}>
        <Button variant="secondary" onClick={() => setEditing(true)}>
          {organiser ? m.admin_organiser_edit() : m.admin_organiser_mark()}
        </Button>
        {organiser ? (
          <Button variant="danger" onClick={() => remove(organiser)}>
            {m.admin_organiser_remove()}
          </Button>
        ) : null}
      </div>
      {isEditing ? (
        <OrganiserDialog user={user} organiser={organiser} onClose={() => setEditing(false)} />
      ) : null}
      {dialog}
    </>
  )
}

const link = (type: InfoLinkType) =>
  z.string().check((context) => {
    const data = completeLink(type, context.value)
    const code = data === '' ? undefined : infoLinkProblem(type, data)
    if (code !== undefined)
      context.issues.push({ code: 'custom', message: code, path: [], input: context.value })
  })

/** For each kind of link what it has here. */
function perLink<T>(of: (type: InfoLinkType) => T): Record<InfoLinkType, T> {
  return Object.fromEntries(INFO_LINK_TYPES.map((type) => [type, of(type)])) as Record<InfoLinkType, T>
}

const words = z.string().check(z.maxLength(ORGANISER_TEXT_MAX, 'text_too_long'))
/** A text field each; one that stays empty is not sent. */
const formSchema = z.strictObject({ name: profileName, en: words, pt: words, ...perLink(link) })
type OrganiserForm = z.infer<typeof formSchema>

const draftSchema = z.object({
  values: z.record(z.string(), z.string()),
  /** That of the page which it is written over; none of a new mark. */
  revision: z.optional(z.number()),
  removesPhoto: z.boolean(),
})
type OrganiserDraft = z.infer<typeof draftSchema>

interface OrganiserDialogProps extends MarkProps {
  onClose: () => void
}

function OrganiserDialog(props: OrganiserDialogProps) {
  // A new fetch must not change what somebody is writing over.
  const [opened] = useState(props.organiser)
  const initial = valuesOf(opened, props.user.name)
  const draft = useDraft<OrganiserDraft>({
    slot: `staff/form/organiser:${props.user.id}`,
    read: (content) => draftSchema.safeParse(content).data,
    isEmpty: ({ values, removesPhoto }) => !removesPhoto && differences(values, initial).length === 0,
  })
  return draft.isReady ? <OpenDialog {...props} {...{ draft, opened, initial }} /> : null
}

interface OpenDialogProps extends OrganiserDialogProps {
  draft: UsedDraft<OrganiserDraft>
  opened: BackOfficeOrganiser | undefined
  initial: OrganiserForm
}

function OpenDialog({ user, organiser, opened, draft, initial, onClose }: OpenDialogProps) {
  const queryClient = useQueryClient()
  const { restored } = draft
  const [begun, setBegun] = useState(restored?.content)
  const [isPreparing, setPreparing] = useState(false)
  /** Null: the stored photo is removed. Undefined: it stays. */
  const [photo, setPhoto] = useState(restored?.photo ?? (begun?.removesPhoto ? null : undefined))
  /** Somebody else has stored another version meanwhile. The next press saves over it. */
  const [isConflict, setConflict] = useState(false)
  const revision = begun ? begun.revision : opened?.revision
  const { form, fields, formProps, isSubmitting } = useWriteForm({
    schema: formSchema,
    initialValues: { ...initial, ...begun?.values },
    onChange: (values) =>
      draft.change({ values, revision, removesPhoto: photo === null }, photo ?? undefined),
    run: async (values, api) => {
      const over = isConflict ? organiser?.revision : revision
      const isOver = over !== undefined && { revision: over, ...(photo === null && { photo }) }
      const body = { ...writeOf(values), ...isOver }
      const outcome = await withPhoto(api, photo, (sent) =>
        api.call(setUserOrganiser, { params: { id: user.id }, body: { ...body, ...sent } }, PHOTO_OPTIONS),
      )
      setConflict(outcome.kind === 'refused' && outcome.code === 'CONFLICT')
      return outcome
    },
    onWritten: (stored) => {
      draft.discard()
      // Opened again at once, the dialog has what was saved.
      queryClient.setQueryData(userOrganiserQuery(user.id).queryKey, { organiser: stored })
      onClose()
    },
    done: () => [m.admin_organiser_saved()],
    failed: () => m.admin_organiser_save_failed(),
  })
  const changePhoto = (next: OutboxPhoto | undefined) => {
    const removesPhoto = next === undefined && opened?.photo !== undefined
    setPhoto(next ?? (removesPhoto ? null : undefined))
    draft.change({ values: form.state.values, revision, removesPhoto }, next)
  }
  const firstField = () => formProps.ref.current?.querySelector('input') ?? null
  const discard = () => {
    draft.discard()
    setBegun(undefined)
    setConflict(false)
    setPhoto(undefined)
    form.reset(initial)
    // The button that was pressed goes.
    firstField()?.focus()
  }
  const theirs = differences(valuesOf(organiser, ''), form.state.values).join(' · ')
  const conflict =
    organiser === undefined
      ? m.admin_organiser_conflict_unmarked()
      : m.admin_organiser_conflict({ theirs: theirs || m.admin_activity_field_photo() })
  return (
    <FormDialog
      {...{ formProps, isSubmitting }}
      title={opened ? m.admin_organiser_edit() : m.admin_organiser_mark()}
      submitLabel={isConflict ? m.admin_organiser_save_mine() : m.admin_organiser_save()}
      failure={isConflict ? conflict : undefined}
      isPreparing={isPreparing}
      onClose={onClose}
      // 'Discard draft' stands above the fields: a key that is pressed at once is not meant for it.
      initialFocus={firstField}
    >
      {restored && <RestoredNote lostPhoto={restored.lostPhoto} onDiscard={discard} />}
      <TextField
        label={m.admin_organiser_name()}
        hint={m.admin_organiser_name_hint()}
        autoComplete="off"
        required
        {...fields.name}
      />
      <TextArea
        label={m.admin_organiser_text_en()}
        hint={m.admin_organiser_text_hint()}
        lang="en"
        {...fields.en}
      />
      <TextArea label={m.admin_organiser_text_pt()} lang="pt" {...fields.pt} />
      <PhotoField
        photo={photo === undefined ? opened?.thumbnail : (photo ?? undefined)}
        stored={{ note: m.admin_organiser_photo_stored(), alt: m.admin_organiser_photo() }}
        onChange={changePhoto}
        onBusy={setPreparing}
      />
      {INFO_LINK_TYPES.map((type) => (
        <TextField key={type} label={linkLabel(type)} type="url" autoComplete="off" {...fields[type]} />
      ))}
    </FormDialog>
  )
}

function valuesOf(organiser: BackOfficeOrganiser | undefined, name: string): OrganiserForm {
  return {
    name: organiser?.name ?? name,
    en: organiser?.texts.en ?? '',
    pt: organiser?.texts.pt ?? '',
    ...perLink((type) => organiser?.links.find((one) => one.type === type)?.data ?? ''),
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

/** The values of the first that the second has otherwise: 'Name: Clube'. */
function differences(theirs: Record<string, string>, mine: OrganiserForm): string[] {
  const labels: Record<keyof OrganiserForm, string> = {
    name: m.admin_organiser_name(),
    en: m.admin_organiser_text_en(),
    pt: m.admin_organiser_text_pt(),
    ...perLink(linkLabel),
  }
  return (Object.keys(mine) as (keyof OrganiserForm)[])
    .filter((key) => theirs[key] !== mine[key])
    .map((key) => `${labels[key]}: ${theirs[key] || '–'}`)
}
