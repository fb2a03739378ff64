import { useState } from 'react'
import * as z from 'zod/mini'
import { text } from '@/client/back-office/shared/page'
import { Button } from '@/client/design-system/button'
import { Checkbox } from '@/client/design-system/forms/checkbox'
import { TextField } from '@/client/design-system/forms/field'
import { usePlaceAndTagOptions } from '@/client/shared/event-form/place-and-tag-options'
import { useUnsaved } from '@/client/shared/forms/unsaved'
import { FormFailure, useSchemaForm } from '@/client/shared/forms/use-schema-form'
import { toast } from '@/client/shared/notifications/toast'
import { callEndpoint } from '@/client/shared/offline/client-call'
import { PlaceField } from '@/client/shared/places/place-field'
import { TagPicker } from '@/client/shared/tags/tag-picker'
import { updateImportSource, type ImportSource } from '@/contract/back-office/import'
import { URL_MAX } from '@/domain/events/info-link'
import { UNLOCATED, type StoredPlace } from '@/domain/places/place'
import {
  IMPORT_MAX_BYTES,
  IMPORT_NAME_MAX,
  importDefaultsSchema,
  type ImportDefaults,
} from '@/domain/staff/import'
import { maxCharacters, oneLine } from '@/domain/text/text-fields'
import { problemsOf } from '@/domain/validation/problem'
import * as m from '@/messages/compiled/messages.js'
import { problemText } from '@/messages/problem-text'
import { toBase64 } from '@/offline/api/photo-upload'
import { SITE } from '@/site/site'
import { css, cx } from 'styled-system/css'
import { cluster, stack } from 'styled-system/patterns'
import { card } from 'styled-system/recipes'
import type { Attempt } from './import-rows'

export const ACCEPTED_FILES = '.ics,.ical,.csv,text/calendar,text/csv'

/** The bytes of a file, base64, or why it cannot be sent. */
export async function readFile(file: File): Promise<{ file: string } | { error: string }> {
  if (file.size > IMPORT_MAX_BYTES) return { error: m.import_file_too_big() }
  try {
    return { file: toBase64(await file.arrayBuffer()) }
  } catch {
    // It was moved, or changed by the program that has it open, since it was chosen.
    return { error: m.import_file_unreadable() }
  }
}

const ADDRESS = z
  .string()
  .check(
    oneLine(),
    z.minLength(1, 'url_required'),
    maxCharacters(URL_MAX, 'text_too_long'),
    z.regex(/^(?:https?|webcals?):\/\/\S+$/i, 'url_invalid'),
  )
const NAME = z.string().check(oneLine(), maxCharacters(IMPORT_NAME_MAX, 'text_too_long'))
const TEXTS = { url: ADDRESS, name: NAME, email: importDefaultsSchema.shape.email }
const SCHEMAS = {
  address: z.object(TEXTS),
  file: z.object({ ...TEXTS, url: z.string() }),
  edited: z.object({
    ...TEXTS,
    url: z.union([z.literal(''), ADDRESS], 'url_invalid'),
    name: NAME.check(z.minLength(1, 'required')),
  }),
}

const VILLAGE: Partial<ImportDefaults> & StoredPlace = { location_name: SITE.village, ...UNLOCATED }

interface SourceFormProps {
  /** The calendar that is edited; absent for a new one. */
  source?: ImportSource
  isBusy: boolean
  onChange: () => void
  /** Reads a new calendar. */
  onRead?: (attempt: Attempt) => void
  onClose: () => void
}

export function SourceForm({ source, isBusy, onChange, onRead, onClose }: SourceFormProps) {
  const { places, tags, areTagsLoading } = usePlaceAndTagOptions()
  const [file, setFile] = useState<File>()
  const [fileError, setFileError] = useState<string>()
  const { tag_keys = [], email: contact = '', ...stored } = source?.defaults ?? VILLAGE
  const [place, setPlace] = useState<StoredPlace>(stored)
  const [chosenTags, setChosenTags] = useState(tag_keys)
  const [isNightly, setNightly] = useState(source?.is_nightly ?? false)
  const [isTried, setTried] = useState(false)
  const [isTouched, setTouched] = useState(false)
  /** For what is no text field of the form: a change of it counts as one, too. */
  const touching =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      set(value)
      setTouched(true)
      onChange()
    }
  const defaults = {
    ...place,
    tag_keys: chosenTags.filter((key) => areTagsLoading || tags.some((tag) => tag.key === key)),
    email: '',
  }
  const problems = problemsOf(importDefaultsSchema.safeParse(defaults).error?.issues ?? [])
  const errorAt = (field: keyof ImportDefaults) => {
    const problem = problems.find(({ path }) => path === field)
    return isTried && problem ? problemText(problem.code) : undefined
  }
  const { fields, formProps, focusFirstInvalid, failure, isDirty, isSubmitting } = useSchemaForm({
    schema: SCHEMAS[source ? 'edited' : file ? 'file' : 'address'],
    initialValues: { url: source?.url ?? '', name: source?.name ?? '', email: contact },
    onChange,
    onValid: async ({ url, name, email }) => {
      if (problems.length > 0) return
      const given = { defaults: { ...defaults, email } }
      const settings = { ...given, name, is_nightly: isNightly && url !== '', ...(url !== '' && { url }) }
      if (source) {
        const outcome = await callEndpoint(updateImportSource, { params: { id: source.id }, body: settings })
        if (outcome.kind !== 'ok') return outcome
        toast.success(m.import_edited())
        return onClose()
      }
      if (!file) return onRead?.({ source: { url }, settings })
      const read = await readFile(file)
      if ('error' in read) setFileError(read.error)
      else onRead?.({ source: { ...read, name: name || file.name }, settings: given })
    },
  })
  useUnsaved(isDirty || isTouched)
  return (
    <form
      {...formProps}
      className={cx(card({ pad: true }), stack({ gap: '4' }), narrow)}
      onSubmit={(event) => {
        setTried(true)
        formProps.onSubmit(event)
        focusFirstInvalid()
      }}
    >
      <TextField
        label={m.import_address()}
        hint={source ? m.import_address_edit_hint() : m.import_address_hint()}
        type="url"
        autoComplete="off"
        {...fields.url}
      />
      {source ? null : (
        <TextField
          label={m.import_file()}
          hint={m.import_file_hint()}
          type="file"
          accept={ACCEPTED_FILES}
          error={fileError}
          onChange={touching(({ target }) => {
            setFile(target.files?.[0])
            setFileError(undefined)
          })}
        />
      )}
      <TextField
        label={m.import_file_name()}
        {...(!source && { hint: m.import_file_name_hint(), optionalText: m.admin_optional() })}
        {...fields.name}
      />
      <TagPicker
        tags={tags}
        selected={defaults.tag_keys}
        hint={m.import_tags_hint()}
        error={errorAt('tag_keys')}
        onChange={touching(setChosenTags)}
      />
      <p className={text.small}>{m.import_place_intro()}</p>
      <PlaceField
        places={places}
        value={place}
        hasPosition={false}
        error={errorAt('location_name')}
        onChange={touching(setPlace)}
      />
      <TextField
        label={m.import_contact()}
        hint={m.import_contact_hint()}
        optionalText={m.admin_optional()}
        type="email"
        autoComplete="off"
        {...fields.email}
      />
      {fields.url.value !== '' && !file ? (
        <div>
          <Checkbox label={m.import_nightly()} checked={isNightly} onChange={touching(setNightly)} />
          <p className={text.small}>{m.import_nightly_hint()}</p>
        </div>
      ) : null}
      <FormFailure failure={failure} title={m.import_edit_failed()} />
      <div className={cluster()}>
        <Button type="submit" busy={isBusy || isSubmitting}>
          {source ? m.import_save() : m.import_continue()}
        </Button>
        <Button variant="secondary" onClick={onClose}>
          {m.import_back()}
        </Button>
      </div>
    </form>
  )
}

const narrow = css({ maxWidth: 'form' })
