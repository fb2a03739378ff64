import { useState } from 'react'
import * as z from 'zod/mini'
import { fieldProps } from '@/client/shared/forms/use-schema-form'
import { linkLabel } from '@/client/shared/event-form/link-labels'
import { PhotoField } from '@/client/shared/photos/photo-field'
import { TextArea, TextField } from '@/client/design-system/forms/field'
import { setUserOrganiser } from '@/contract/back-office/back-office-organisers'
import type { BackOfficeOrganiser } from '@/contract/back-office/back-office-organisers'
import { profileName } from '@/domain/accounts/profile'
import { INFO_LINK_TYPES, completeLink, infoLinkProblem } from '@/domain/events/info-link'
import type { InfoLinkType } from '@/domain/events/info-link'
import { ORGANISER_TEXT_MAX } from '@/domain/organisers/organiser'
import * as m from '@/messages/compiled/messages.js'
import { callWithPhoto } from '@/offline/api/photo-upload'
import type { OutboxPhoto } from '@/offline/outbox/entry'
import { FormDialog } from '@/client/back-office/layout/dialogs/form-dialog'
import { useWriteForm } from '@/client/back-office/layout/dialogs/use-write-form'

/** A photo from a phone may take this long. */
const PHOTO_TIMEOUT_MS = 120_000

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

interface OrganiserDialogProps {
  user: { id: string; name: string }
  /** The page as it was when the dialog was opened; undefined for a new mark. */
  organiser: BackOfficeOrganiser | undefined
  onClose: () => void
  finalFocus: () => HTMLElement | null
}

/** Marks an account as an organiser, or edits its page. */
export function OrganiserDialog({ user, organiser, onClose, finalFocus }: OrganiserDialogProps) {
  const [photo, setPhoto] = useState<OutboxPhoto>()
  const [storedUrl, setStoredUrl] = useState(organiser?.thumbnail)
  const [isPreparing, setPreparing] = useState(false)
  const [photoError, setPhotoError] = useState<string>()
  const { form, formProps, isSubmitting } = useWriteForm<OrganiserForm, typeof setUserOrganiser>(
    setUserOrganiser,
    {
      schema: formSchema,
      initialValues: valuesOf(organiser, user.name),
      inputOf: (values) => ({
        params: { id: user.id },
        body: {
          ...writeOf(values),
          ...(organiser && { revision: organiser.revision }),
          ...(organiser?.photo !== undefined && storedUrl === undefined && { photo: null }),
        },
      }),
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
        return outcome
      },
      onWritten: onClose,
      done: () => m.admin_organiser_saved(),
      failed: m.admin_organiser_save_failed(),
    },
  )
  const changePhoto = (next: OutboxPhoto | undefined) => {
    setPhoto(next)
    setPhotoError(undefined)
    if (next === undefined) setStoredUrl(undefined)
  }
  return (
    <FormDialog
      formProps={formProps}
      title={organiser ? m.admin_organiser_edit() : m.admin_organiser_mark()}
      submitLabel={m.admin_organiser_save()}
      isBusy={isSubmitting || isPreparing}
      onClose={onClose}
      finalFocus={finalFocus}
    >
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

function valuesOf(organiser: BackOfficeOrganiser | undefined, name: string): OrganiserForm {
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
