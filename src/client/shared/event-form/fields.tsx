import type { ComponentType } from 'react'
import { PlaceField } from '@/client/shared/places/place-field'
import { TagPicker } from '@/client/shared/tags/tag-picker'
import { EmailField, TextArea, TextField } from '@/client/design-system/forms/field'
import { NO_PLACE, locationName, splitLocationName, type Place } from '@/domain/places/place'
import { DESCRIPTION_MAX } from '@/domain/submissions/submission-limits'
import { countCharacters, toLines } from '@/domain/text/plain-text'
import * as m from '@/messages/compiled/messages.js'
import { MORE_FIELDS } from './more-information'
import { usePlaceAndTagOptions } from './place-and-tag-options'
import { FORM_FIELDS, fieldId, type FormField } from './problems'
import { TimesField } from './times-field'
import { useValue, type Editor } from './use-editor'

type MainField = Exclude<FormField, keyof typeof MORE_FIELDS>
interface FieldProps {
  editor: Editor
}

/** A field that is neither here nor among the additional information does not compile. */
const FIELDS: Record<MainField, ComponentType<FieldProps> | 'photo'> = {
  email: Email,
  title: Title,
  // The form keeps it itself: its bytes are no value that is typed.
  photo: 'photo',
  description: Description,
  location_name: Location,
  tag_keys: Tags,
  timetable: TimesField,
}

export const MAIN_FIELDS = FORM_FIELDS.flatMap((name) =>
  name in FIELDS ? { name, Field: FIELDS[name as MainField] } : [],
)

function useTextField(editor: Editor, name: 'email' | 'title' | 'description') {
  return {
    id: fieldId(name),
    value: useValue(editor, name),
    error: editor.errorOf(name),
    onChange: (event: { target: { value: string } }) => editor.form.setFieldValue(name, event.target.value),
  }
}

function Email({ editor }: FieldProps) {
  const field = useTextField(editor, 'email')
  if (editor.mode !== 'visitor') return null
  return <EmailField label={m.form_email()} hint={m.form_email_hint()} {...field} />
}

function Title({ editor }: FieldProps) {
  return <TextField label={m.form_title()} autoComplete="off" required {...useTextField(editor, 'title')} />
}

function Description({ editor }: FieldProps) {
  const field = useTextField(editor, 'description')
  const hint = m.form_description_count({ n: countCharacters(toLines(field.value)), max: DESCRIPTION_MAX })
  return <TextArea label={m.form_description()} hint={hint} rows={6} required {...field} />
}

function Location({ editor }: FieldProps) {
  const name = useValue(editor, 'location_name')
  const position = { latitude: useValue(editor, 'latitude'), longitude: useValue(editor, 'longitude') }
  const { places } = usePlaceAndTagOptions()
  const change = (place: Place) => {
    editor.form.setFieldValue('latitude', place.latitude)
    editor.form.setFieldValue('longitude', place.longitude)
    editor.form.setFieldValue('location_name', locationName(place))
  }
  return (
    <PlaceField
      id={fieldId('location_name')}
      places={places}
      value={name === '' ? NO_PLACE : { name, ...splitLocationName(name), ...position }}
      error={editor.errorOf('location_name')}
      onChange={change}
    />
  )
}

function Tags({ editor }: FieldProps) {
  const { tags } = usePlaceAndTagOptions()
  return (
    <TagPicker
      id={fieldId('tag_keys')}
      tags={tags}
      selected={useValue(editor, 'tag_keys')}
      hint={m.form_tags_hint()}
      error={editor.errorOf('tag_keys')}
      hasBadges
      onChange={(keys) => editor.form.setFieldValue('tag_keys', keys)}
    />
  )
}
