import { useStore } from '@tanstack/react-form'
import { useEffect, useEffectEvent, useState } from 'react'
import * as z from 'zod/mini'
import { IMPORT_ERROR_TEXTS } from '@/client/back-office/shared/import-findings'
import { useWrite } from '@/client/back-office/shared/use-write'
import { Button } from '@/client/design-system/button'
import { Fold } from '@/client/design-system/fold'
import { Checkbox } from '@/client/design-system/forms/checkbox'
import { TextField } from '@/client/design-system/forms/field'
import { usePlaceAndTagOptions } from '@/client/shared/event-form/place-and-tag-options'
import { useServerErrors } from '@/client/shared/forms/server-error-text'
import { useUnsaved } from '@/client/shared/forms/unsaved'
import { fieldProps, useSchemaForm, type SchemaFormOptions } from '@/client/shared/forms/use-schema-form'
import { outcomeOf } from '@/client/shared/offline/client-call'
import { PlaceField } from '@/client/shared/places/place-field'
import { TagPicker } from '@/client/shared/tags/tag-picker'
import { updateImportSource, type ImportSource } from '@/contract/back-office/import'
import { URL_MAX } from '@/domain/events/info-link'
import { locationName, UNLOCATED } from '@/domain/places/place'
import {
  IMPORT_MAX_BYTES,
  IMPORT_NAME_MAX,
  importDefaultsSchema,
  type ImportDefaults,
  type ImportError,
} from '@/domain/staff/import'
import { maxCharacters, oneLine } from '@/domain/text/text-fields'
import { problemsOf } from '@/domain/validation/problem'
import * as m from '@/messages/compiled/messages.js'
import { problemText } from '@/messages/problem-text'
import { toBase64 } from '@/offline/api/photo-upload'
import { SITE } from '@/site/site'
import { css, cx } from 'styled-system/css'
import { cluster } from 'styled-system/patterns'
import { card } from 'styled-system/recipes'

const ADDRESS = z
  .string()
  .check(
    oneLine(),
    z.minLength(1, 'url_required'),
    maxCharacters(URL_MAX, 'text_too_long'),
    z.regex(/^(?:https?|webcals?):\/\/\S+$/i, 'url_invalid'),
  )
const NAME = z.string().check(oneLine(), maxCharacters(IMPORT_NAME_MAX, 'text_too_long'))
const EMAIL = importDefaultsSchema.shape.email
const SCHEMAS = {
  address: z.object({ url: ADDRESS, name: NAME, email: EMAIL }),
  file: z.object({ url: z.string(), name: NAME, email: EMAIL }),
  edited: z.object({
    url: z.union([z.literal(''), ADDRESS], 'url_invalid'),
    name: NAME.check(z.minLength(1, 'required')),
    email: EMAIL,
  }),
}

type Texts = { url: string; name: string; email: string }

export interface GivenSource {
  /** May be empty where there is a file. */
  url: string
  name: string
  /** The bytes of the chosen file, base64. */
  file?: string
  defaults: ImportDefaults
  isNightly: boolean
}

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

interface SourceFormProps extends Pick<SchemaFormOptions<Texts, Texts>, 'refused'> {
  /** The calendar that is edited; absent for a new one. */
  source?: ImportSource
  /** Why the calendar could not be read: said where it is to be mended. */
  trouble?: ImportError | undefined
  isBusy: boolean
  onChange?: () => void
  onValid: (given: GivenSource) => Promise<void>
  onBack: () => void
}

export function SourceForm({ source, refused, trouble, isBusy, onChange, onValid, onBack }: SourceFormProps) {
  const { places, tags, areTagsLoading } = usePlaceAndTagOptions()
  const [file, setFile] = useState<File>()
  const [fileError, setFileError] = useState<string>()
  const [place, setPlace] = useState(() => placeOf(source?.defaults))
  const [chosenTags, setChosenTags] = useState<string[]>(source?.defaults?.tag_keys ?? [])
  const [isNightly, setNightly] = useState(source?.is_nightly ?? false)
  const [isTried, setTried] = useState(false)
  const [isMoreOpen, setMoreOpen] = useState(false)
  const tagKeys = chosenTags.filter((key) => areTagsLoading || tags.some((tag) => tag.key === key))
  const parseDefaults = (email: string) =>
    importDefaultsSchema.safeParse({
      location_name: locationName(place),
      latitude: place.latitude,
      longitude: place.longitude,
      tag_keys: tagKeys,
      email,
    })
  const errorAt = (field: 'location_name' | 'tag_keys') => {
    const problem = problemsOf(parseDefaults('').error?.issues ?? []).find(({ path }) => path === field)
    return isTried && problem ? problemText(problem.code) : undefined
  }
  const changed = <T,>(set: (value: T) => void) => {
    return (value: T) => {
      set(value)
      onChange?.()
    }
  }
  const { form, formProps, focusFirstInvalid, isDirty } = useSchemaForm<Texts, Texts>({
    schema: SCHEMAS[source ? 'edited' : file ? 'file' : 'address'],
    initialValues: {
      url: source?.url ?? '',
      name: source?.name ?? '',
      email: source?.defaults?.email ?? '',
    },
    refused,
    ...(onChange && { onChange }),
    onValid: async ({ url, name, email }) => {
      const defaults = parseDefaults(email)
      if (!defaults.success) return
      const given = { url, name, defaults: defaults.data, isNightly: isNightly && url !== '' }
      if (!file) return onValid(given)
      const read = await readFile(file)
      if ('error' in read) setFileError(read.error)
      else await onValid({ ...given, ...read, name: name || file.name })
      focusFirstInvalid()
    },
  })
  useUnsaved(isDirty || file !== undefined)
  const focusFailed = useEffectEvent(() => focusFirstInvalid())
  useEffect(() => {
    if (trouble !== undefined) focusFailed()
  }, [trouble])
  const hasAddress = useStore(form.store, ({ values }) => values.url !== '') && !file
  const submit: typeof formProps.onSubmit = (event) => {
    setTried(true)
    // A control in a closed part could not take the focus.
    if (!EMAIL.safeParse(form.state.values.email).success || locationName(place) === '') setMoreOpen(true)
    formProps.onSubmit(event)
    focusFirstInvalid()
  }

  const troubleText = trouble && IMPORT_ERROR_TEXTS[trouble]()
  const sourceError = trouble === 'tag_gone' ? undefined : troubleText
  const name = (
    <form.Field name="name">
      {(field) => (
        <TextField
          label={m.import_file_name()}
          hint={source ? undefined : m.import_file_name_hint()}
          optionalText={source ? undefined : m.admin_optional()}
          autoComplete="off"
          {...fieldProps(field)}
        />
      )}
    </form.Field>
  )
  return (
    <form {...formProps} onSubmit={submit} className={cx(card({ pad: true }), fields, narrow)}>
      {source ? name : null}
      <form.Field name="url">
        {(field) => {
          const { error = file ? undefined : sourceError, ...props } = fieldProps(field)
          return (
            <TextField
              label={m.import_address()}
              hint={source ? m.import_address_edit_hint() : m.import_address_hint()}
              type="url"
              inputMode="url"
              autoComplete="off"
              spellCheck={false}
              {...props}
              error={error}
            />
          )
        }}
      </form.Field>
      {source ? null : (
        <TextField
          label={m.import_file()}
          hint={m.import_file_hint()}
          type="file"
          accept={ACCEPTED_FILES}
          error={fileError ?? (file && sourceError)}
          onChange={(event) => {
            setFile(event.target.files?.[0])
            setFileError(undefined)
            onChange?.()
          }}
        />
      )}
      <TagPicker
        tags={tags}
        selected={tagKeys}
        hint={m.import_tags_hint()}
        error={trouble === 'tag_gone' ? troubleText : errorAt('tag_keys')}
        hasBadges
        onChange={changed(setChosenTags)}
      />
      <Fold summary={m.import_more()} isOpen={isMoreOpen} onToggle={setMoreOpen}>
        <div className={cx(fields, more)}>
          {file ? name : null}
          {hasAddress ? (
            <div>
              <Checkbox label={m.import_nightly()} checked={isNightly} onChange={setNightly} />
              <p className={hintText}>{m.import_nightly_hint()}</p>
            </div>
          ) : null}
          <div className={fields}>
            <p className={hintText}>{m.import_place_intro()}</p>
            <PlaceField
              places={places}
              value={place}
              hasPosition={false}
              error={errorAt('location_name')}
              onChange={setPlace}
            />
          </div>
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
        </div>
      </Fold>
      <div className={cluster()}>
        <Button type="submit" busy={isBusy}>
          {source ? m.import_save() : m.import_continue()}
        </Button>
        <Button variant="secondary" onClick={onBack}>
          {m.import_back()}
        </Button>
      </div>
    </form>
  )
}

export const ACCEPTED_FILES = '.ics,.ical,.csv,text/calendar,text/csv'

/** A stored place as the place field has it; without one it is the village. */
function placeOf({
  location_name: name = SITE.village,
  latitude = UNLOCATED.latitude,
  longitude = UNLOCATED.longitude,
}: Partial<ImportDefaults> = {}) {
  return { name, displayName: name, formattedAddress: '', latitude, longitude }
}

interface EditSourceProps {
  source: ImportSource
  /** One of its tags is gone: a reading has said so. */
  isTagGone: boolean
  onClose: () => void
}

export function EditSource({ source, isTagGone, onClose }: EditSourceProps) {
  const { refused, setRefused } = useServerErrors<Texts>()
  const [trouble, setTrouble] = useState(isTagGone ? ('tag_gone' as const) : undefined)
  const write = useWrite(updateImportSource, {
    done: () => m.import_edited(),
    failed: m.import_edit_failed(),
    fields: ['url', 'name'],
  })
  return (
    <SourceForm
      source={source}
      refused={refused}
      trouble={trouble}
      isBusy={write.isPending}
      onChange={() => setTrouble(undefined)}
      onBack={onClose}
      onValid={async ({ url, name, defaults, isNightly }) => {
        const body = { name, defaults, is_nightly: isNightly, ...(url !== '' && { url }) }
        try {
          await write.mutateAsync({
            params: { id: source.id },
            body: { ...body, ...(source.columns && { columns: source.columns }) },
          })
          onClose()
        } catch (error) {
          setRefused(outcomeOf(error), { url, name, email: defaults.email })
        }
      }}
    />
  )
}

const fields = css({ display: 'grid', gap: '4', minWidth: '0' })
const narrow = css({ maxWidth: 'form' })
const more = css({ gap: '5', paddingTop: '3' })
const hintText = css({ textStyle: 'small', color: 'fg.muted' })
