import { useRef, useState } from 'react'
import * as z from 'zod/mini'
import { usePlaceAndTagOptions } from '@/client/shared/event-form/place-and-tag-options'
import { PlaceField } from '@/client/shared/places/place-field'
import { TagPicker } from '@/client/shared/tags/tag-picker'
import { fieldProps, useSchemaForm } from '@/client/shared/forms/use-schema-form'
import { RestoredNote } from '@/client/back-office/shared/form-dialog'
import type { UsedDraft } from '@/client/shared/drafts/use-draft'
import { Button } from '@/client/design-system/button'
import { TextField } from '@/client/design-system/forms/field'
import { Tabs } from '@/client/design-system/tabs'
import { IMPORT_MAX_BYTES, IMPORT_NAME_MAX, importDefaultsSchema } from '@/domain/staff/import'
import { URL_MAX } from '@/domain/events/info-link'
import { locationName, UNLOCATED } from '@/domain/places/place'
import type { Place } from '@/domain/places/place'
import { problemsOf } from '@/domain/validation/problem'
import * as m from '@/messages/compiled/messages.js'
import { toBase64 } from '@/offline/api/photo-upload'
import { problemText } from '@/messages/problem-text'
import { SITE } from '@/site/site'
import { css, cx } from 'styled-system/css'
import { card } from 'styled-system/recipes'
import type { ImportRequest } from './import-calls'
import { placeOf } from './import-calls'
import { oneLine, maxCharacters } from '@/domain/text/text-fields'

const ADDRESS = z
  .string()
  .check(
    oneLine(),
    z.minLength(1, 'url_required'),
    maxCharacters(URL_MAX, 'text_too_long'),
    z.regex(/^(?:https?|webcals?):\/\/\S+$/i, 'url_invalid'),
  )
const EMAIL = importDefaultsSchema.shape.email
const OF_ADDRESS = z.object({ url: ADDRESS, name: z.string(), email: EMAIL })
const NAME = z
  .string()
  .check(oneLine(), z.minLength(1, 'required'), maxCharacters(IMPORT_NAME_MAX, 'text_too_long'))
const OF_FILE = z.object({ url: z.string(), name: NAME, email: EMAIL })
const VILLAGE = {
  name: SITE.village,
  displayName: SITE.village,
  formattedAddress: '',
  ...UNLOCATED,
} satisfies Place

const NO_SOURCE = { url: '', name: '', email: '' }
const draftSchema = z.object({ url: z.string(), name: z.string(), email: z.string() })
export type SourceText = z.infer<typeof draftSchema>

export function readSourceText(content: unknown): SourceText | undefined {
  return draftSchema.safeParse(content).data
}

interface ImportSourceFormProps {
  draft: UsedDraft<SourceText>
  /** The values to begin with: an earlier import whose choices no longer hold. */
  initial?: ImportRequest | undefined
  isBusy: boolean
  onPreview: (request: ImportRequest) => void
}

export function ImportSourceForm({ draft, initial, isBusy, onPreview }: ImportSourceFormProps) {
  const choices = usePlaceAndTagOptions()
  const restored = initial === undefined ? draft.restored?.content : undefined
  const isOfFile = restored !== undefined && restored.url === '' && restored.name !== ''
  const [from, setFrom] = useState<'address' | 'file'>(isOfFile ? 'file' : 'address')
  const [file, setFile] = useState<File>()
  const fileName = useRef<string>(undefined)
  const [place, setPlace] = useState<Place>(initial ? placeOf(initial.defaults) : VILLAGE)
  const [chosenTags, setTagKeys] = useState<string[]>(initial?.defaults.tag_keys ?? [])
  const [isTried, setTried] = useState(false)
  const [unreadable, setUnreadable] = useState<File>()
  const isKnown = (key: string) => choices.areTagsLoading || choices.tags.some((tag) => tag.key === key)
  const tagKeys = chosenTags.filter(isKnown)
  const given = {
    location_name: locationName(place),
    latitude: place.latitude,
    longitude: place.longitude,
    tag_keys: tagKeys,
  }
  const errorOf = (field: string) => {
    const parsed = importDefaultsSchema.safeParse({ ...given, email: '' })
    const problem = parsed.success
      ? undefined
      : problemsOf(parsed.error.issues).find(({ path }) => path === field)
    return isTried && problem ? problemText(problem.code) : undefined
  }
  const fileError = file && file === unreadable ? m.import_file_unreadable() : fileErrorOf(file)
  const { form, formProps, focusFirstInvalid } = useSchemaForm<SourceText, SourceText>({
    schema: from === 'address' ? OF_ADDRESS : OF_FILE,
    initialValues:
      initial === undefined
        ? (restored ?? NO_SOURCE)
        : {
            url: 'url' in initial.source ? initial.source.url : '',
            name: '',
            email: initial.defaults.email,
          },
    // The file itself has to be chosen again, and brings its name.
    onChange: (values) =>
      draft.change({ ...values, name: values.name === fileName.current ? '' : values.name }),
    onValid: async ({ url, name, email }) => {
      const defaults = importDefaultsSchema.safeParse({ ...given, email })
      if (!defaults.success) return
      if (from === 'address')
        return onPreview({ source: { url }, defaults: defaults.data, columns: initial?.columns })
      if (file === undefined || fileErrorOf(file) !== undefined) return
      try {
        const bytes = await file.arrayBuffer()
        onPreview({ source: { name, file: toBase64(bytes) }, defaults: defaults.data })
      } catch {
        // Moved, or changed by the program that has it open, since it was chosen.
        setUnreadable(file)
      }
    },
  })

  const discard = () => {
    draft.discard()
    form.reset(NO_SOURCE)
    // The button that was pressed goes.
    formProps.ref.current?.querySelector<HTMLElement>('[role=tab][aria-selected=true]')?.focus()
  }
  return (
    <form
      {...formProps}
      onSubmit={(event) => {
        setTried(true)
        formProps.onSubmit(event)
        // The focus finds controls that are no text fields, too.
        focusFirstInvalid()
      }}
      className={cx(card({ pad: true }), fields, narrow)}
    >
      {restored === undefined ? null : <RestoredNote onDiscard={discard} />}
      <Tabs
        label={m.import_from()}
        value={from}
        onChange={setFrom}
        items={[
          {
            value: 'address',
            label: m.import_from_address(),
            content: (
              <form.Field name="url">
                {(field) => (
                  <TextField
                    label={m.import_address()}
                    hint={m.import_address_hint()}
                    type="url"
                    inputMode="url"
                    autoComplete="off"
                    spellCheck={false}
                    {...fieldProps(field)}
                  />
                )}
              </form.Field>
            ),
          },
          {
            value: 'file',
            label: m.import_from_file(),
            content: (
              <div className={fields}>
                <TextField
                  label={m.import_file()}
                  hint={m.import_file_hint()}
                  type="file"
                  accept=".ics,.ical,.csv,text/calendar,text/csv"
                  error={isTried ? fileError : undefined}
                  onChange={(event) => {
                    setUnreadable(undefined)
                    const chosen = event.target.files?.[0]
                    fileName.current = chosen?.name
                    // A name that somebody has typed stays.
                    const hasOwnName = ![undefined, '', file?.name].includes(form.getFieldValue('name'))
                    if (chosen && !hasOwnName) form.setFieldValue('name', chosen.name)
                    setFile(chosen)
                  }}
                />
                <form.Field name="name">
                  {(field) => (
                    <TextField
                      label={m.import_file_name()}
                      hint={m.import_file_name_hint()}
                      autoComplete="off"
                      {...fieldProps(field)}
                    />
                  )}
                </form.Field>
              </div>
            ),
          },
        ]}
      />
      <fieldset className={fields}>
        <legend className={legend}>{m.import_defaults()}</legend>
        <PlaceField
          places={choices.places}
          value={place}
          error={errorOf('location_name')}
          onChange={setPlace}
        />
        <TagPicker
          tags={choices.tags}
          selected={tagKeys}
          error={errorOf('tag_keys')}
          hasBadges
          onChange={setTagKeys}
        />
        <form.Field name="email">
          {(field) => (
            <TextField
              label={m.import_contact()}
              hint={m.import_contact_hint()}
              optionalText={m.admin_optional()}
              type="email"
              autoComplete="off"
              {...fieldProps(field)}
            />
          )}
        </form.Field>
      </fieldset>
      <div>
        <Button type="submit" busy={isBusy}>
          {m.import_preview()}
        </Button>
      </div>
    </form>
  )
}

function fileErrorOf(file: File | undefined): string | undefined {
  if (file === undefined) return m.import_file_required()
  return file.size > IMPORT_MAX_BYTES ? m.import_file_too_big() : undefined
}

const fields = css({ display: 'grid', gap: '4', minWidth: '0' })
const narrow = css({ maxWidth: 'form' })
const legend = css({ textStyle: 'subheading', marginBottom: '3' })
