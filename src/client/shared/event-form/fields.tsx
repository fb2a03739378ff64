import type { ComponentType } from 'react'
import { PlaceField } from '@/client/shared/places/place-field'
import { TagPicker } from '@/client/shared/tags/tag-picker'
import { EmailField, TextArea } from '@/client/design-system/forms/field'
import { NO_PLACE, locationName, splitLocationName, type Place } from '@/domain/places/place'
import { DESCRIPTION_MAX } from '@/domain/submissions/submission-limits'
import { countCharacters, toLines } from '@/domain/text/plain-text'
import * as m from '@/messages/compiled/messages.js'
import { MORE_FIELDS } from './more-information'
import { usePlaceAndTagOptions } from './place-and-tag-options'
import { FORM_FIELDS, fieldId, type FormField } from './problems'
import { TimesField } from './times-field'
import { TextControl, useValue, type Editor } from './use-editor'

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

function Email({ editor }: FieldProps) {
  const value = useValue(editor, 'email')
  if (editor.mode !== 'visitor') return null
  return (
    <EmailField
      id={fieldId('email')}
      label={m.form_email()}
      hint={m.form_email_hint()}
      value={value}
      error={editor.errorOf('email')}
      onChange={(event) => editor.form.setFieldValue('email', event.target.value)}
    />
  )
}

function Title({ editor }: FieldProps) {
  return (
    <TextControl
      editor={editor}
      control="title"
      label={m.form_title()}
      autoComplete="off"
      required
      value={useValue(editor, 'title')}
      onChange={(text) => editor.form.setFieldValue('title', text)}
    />
  )
}

function Description({ editor }: FieldProps) {
  const value = useValue(editor, 'description')
  return (
    <TextArea
      id={fieldId('description')}
      label={m.form_description()}
      hint={m.form_description_count({ n: countCharacters(toLines(value)), max: DESCRIPTION_MAX })}
      rows={6}
      required
      value={value}
      error={editor.errorOf('description')}
      onChange={(event) => editor.form.setFieldValue('description', event.target.value)}
    />
  )
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
