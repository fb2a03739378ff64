import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { fieldProps } from '@/client/shared/forms/use-schema-form'
import { useCurrentUser } from '@/client/shared/session/use-current-user'
import { linkLabel } from '@/client/shared/event-form/link-labels'
import { PhotoField } from '@/client/shared/photos/photo-field'
import { Banner } from '@/client/design-system/banner'
import { TextArea, TextField } from '@/client/design-system/forms/field'
import { getUserOrganiser, setUserOrganiser } from '@/contract/back-office/back-office-organisers'
import type { BackOfficeOrganiser } from '@/contract/back-office/back-office-organisers'
import { INFO_LINK_TYPES } from '@/domain/events/info-link'
import * as m from '@/messages/compiled/messages.js'
import { callWithPhoto } from '@/offline/api/photo-upload'
import type { OutboxPhoto } from '@/offline/outbox/entry'
import { FormDialog } from '@/client/back-office/layout/dialogs/form-dialog'
import { RestoredNote } from '@/client/back-office/layout/dialogs/restored-note'
import { tabDraft } from '@/client/back-office/layout/dialogs/tab-draft'
import { useFormDraft } from '@/client/back-office/layout/dialogs/use-form-draft'
import { useWriteForm } from '@/client/back-office/layout/dialogs/use-write-form'
import { differences, formSchema, valuesOf, writeOf } from './organiser-form'
import type { OrganiserForm } from './organiser-form'
import { userOrganiserQuery } from './users-queries'

/** A photo from a phone may take this long. */
const PHOTO_TIMEOUT_MS = 120_000

interface OrganiserDialogProps {
  user: { id: string; name: string }
  /** The page as it was when the dialog was opened; undefined for a new mark. */
  organiser: BackOfficeOrganiser | undefined
  onClose: () => void
  finalFocus: () => HTMLElement | null
}

/** Marks an account as an organiser, or edits its page. */
export function OrganiserDialog(props: OrganiserDialogProps) {
  const administrator = useCurrentUser()
  return administrator ? <OpenDialog {...props} administratorId={administrator.id} /> : null
}

function OpenDialog(props: OrganiserDialogProps & { administratorId: string }) {
  const { user, organiser, onClose, finalFocus, administratorId } = props
  const queryClient = useQueryClient()
  const [isPreparing, setPreparing] = useState(false)
  const [photoError, setPhotoError] = useState<string>()
  /** The page that somebody else has stored meanwhile; null where the account is not marked any more. The next press saves over it. */
  const [theirs, setTheirs] = useState<{ page: BackOfficeOrganiser | null; differs: string[] }>()
  const initialValues = valuesOf(organiser, user.name)
  const draft = useFormDraft({
    userId: administratorId,
    about: `organiser:${user.id}`,
    initialValues,
    over: organiser?.revision,
    overSchema: z.optional(z.number()),
  })
  const photoDraft = tabDraft(`photo:${administratorId}:organiser:${user.id}`)
  // The draft knows of the photo only what became of it: its bytes are too many. Without text only a chosen one is said to be lost.
  const [keptPhoto, setKeptPhoto] = useState(() => {
    const kept = photoDraft.read()
    if (draft.restored !== undefined) return kept
    photoDraft.write('')
    return kept === 'chosen' ? kept : ''
  })
  const [photo, setPhoto] = useState<OutboxPhoto>()
  const [storedUrl, setStoredUrl] = useState(keptPhoto === 'removed' ? undefined : organiser?.thumbnail)
  const removesPhoto = organiser?.photo !== undefined && storedUrl === undefined
  const { form, formProps, isSubmitting, isRestored, discardDraft } = useWriteForm<
    OrganiserForm,
    typeof setUserOrganiser
  >(setUserOrganiser, {
    schema: formSchema,
    initialValues,
    draft,
    inputOf: (values) => {
      const over = theirs === undefined ? draft.over : theirs.page?.revision
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
            (sent) => api.call(setUserOrganiser, { ...input, body: { ...input.body, photo: sent } }, options),
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
      photoDraft.write('')
      // Opened again at once, the dialog has what was saved.
      queryClient.setQueryData(userOrganiserQuery(user.id).queryKey, stored)
      onClose()
    },
    done: () => m.admin_organiser_saved(),
    failed: m.admin_organiser_save_failed(),
  })
  const conflict =
    theirs?.page === null
      ? m.admin_organiser_conflict_unmarked()
      : m.admin_organiser_conflict({ theirs: theirs?.differs.join(' · ') || m.admin_activity_field_photo() })
  const changePhoto = (next: OutboxPhoto | undefined) => {
    photoDraft.write(next === undefined ? 'removed' : 'chosen')
    setPhoto(next)
    setPhotoError(undefined)
    if (next === undefined) setStoredUrl(undefined)
  }
  const discard = () => {
    setTheirs(undefined)
    photoDraft.write('')
    setKeptPhoto('')
    setPhoto(undefined)
    setStoredUrl(organiser?.thumbnail)
    discardDraft()
  }
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
      initialFocus={() => formProps.ref.current?.querySelector('input') ?? null}
      finalFocus={finalFocus}
    >
      {isRestored ? (
        <RestoredNote onDiscard={discard}>
          {keptPhoto === 'chosen' ? ` ${m.form_draft_photo()}` : null}
        </RestoredNote>
      ) : null}
      {!isRestored && keptPhoto === 'chosen' && photo === undefined ? (
        <Banner tone="info">{m.form_draft_photo()}</Banner>
      ) : null}
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
