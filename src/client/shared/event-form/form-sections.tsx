import { useStore } from '@tanstack/react-form'
import { PlaceField } from '@/client/shared/places/place-field'
import { TagPicker } from '@/client/shared/tags/tag-picker'
import { EmailField, FieldError, TextArea, TextField } from '@/client/design-system/forms/field'
import { Tabs } from '@/client/design-system/tabs'
import { isProblemCode } from '@/domain/validation/problem'
import { DESCRIPTION_MAX } from '@/domain/submissions/submission-limits'
import * as m from '@/messages/compiled/messages.js'
import { problemText } from '@/messages/problem-text'
import { SITE } from '@/site/site'
import { css } from 'styled-system/css'
import { stack } from 'styled-system/patterns'
import type { PlaceAndTagOptions } from './place-and-tag-options'
import { fieldId } from './problems/field-id'
import { RecurringFields } from './times/recurring-fields'
import { TagsFallback } from './tags-fallback'
import { TimeBlocks } from './times/time-blocks'
import { useFieldError, useMissingTimes } from './use-event-form'
import type { EventForm } from './use-event-form'

/** The contact address, unless it is known, and the event's title. */
export function Basics({ form, hasEmail }: { form: EventForm; hasEmail: boolean }) {
  const errors = { email: useFieldError(form, 'email'), title: useFieldError(form, 'title') }
  return (
    <>
      {hasEmail ? (
        <form.Field name="email">
          {({ state, handleChange }) => (
            <EmailField
              id={fieldId('email')}
              label={m.form_email()}
              hint={m.form_email_hint()}
              value={state.value}
              error={errors.email}
              onChange={(event) => handleChange(event.target.value)}
            />
          )}
        </form.Field>
      ) : null}
      <form.Field name="title">
        {({ state, handleChange }) => (
          <TextField
            id={fieldId('title')}
            label={m.form_title()}
            autoComplete="off"
            required
            value={state.value}
            error={errors.title}
            onChange={(event) => handleChange(event.target.value)}
          />
        )}
      </form.Field>
    </>
  )
}

/** The description, up to 1000 characters that are counted (rules 5). */
export function Description({ form }: { form: EventForm }) {
  const error = useFieldError(form, 'description')
  return (
    <form.Field name="description">
      {({ state, handleChange }) => (
        <TextArea
          id={fieldId('description')}
          label={m.form_description()}
          hint={m.form_description_count({ n: state.value.trim().length, max: DESCRIPTION_MAX })}
          rows={6}
          required
          value={state.value}
          error={error}
          onChange={(event) => handleChange(event.target.value)}
        />
      )}
    </form.Field>
  )
}

/** Fields for place and tags: both are chosen from lists that are read from the replica first. */
export function Where({ form, choices }: { form: EventForm; choices: PlaceAndTagOptions }) {
  const errors = { place: useFieldError(form, 'place'), tags: useFieldError(form, 'tagKeys') }
  return (
    <>
      <form.Field name="place">
        {({ state, handleChange }) => (
          <PlaceField
            id={fieldId('place')}
            places={choices.places}
            value={state.value}
            error={errors.place}
            onChange={handleChange}
          />
        )}
      </form.Field>
      <form.Field name="tagKeys">
        {({ state, handleChange }) => (
          <TagPicker
            id={fieldId('tagKeys')}
            tags={choices.tags}
            selected={state.value}
            hint={m.form_tags_hint()}
            error={errors.tags}
            hasBadges
            onChange={handleChange}
            fallback={<TagsFallback isLoading={choices.areTagsLoading} onRetry={choices.retryTags} />}
          />
        )}
      </form.Field>
    </>
  )
}

/** The choice of the timetable: once, several times, or weekly (rules 2.7, event-type tab). `today` is `YYYY-MM-DD`. */
export function When({ form, today, isStaff }: { form: EventForm; today: string; isStaff: boolean }) {
  const areTimesMissing = useMissingTimes(form)
  return (
    <section className={stack({ gap: '3' })}>
      <h2 className={sectionTitle}>{m.form_when()}</h2>
      <p className={hint}>{m.form_zone_hint({ village: SITE.village })}</p>
      <form.Field name="eventType">
        {({ state, handleChange }) => (
          <Tabs
            label={m.form_type_label()}
            value={state.value}
            onChange={handleChange}
            items={[
              {
                value: 'one-time',
                label: isStaff ? m.admin_one_time() : m.form_type_common(),
                content: <TimeBlocks form={form} today={today} />,
              },
              {
                value: 'recurring',
                label: m.form_type_recurring(),
                content: <RecurringFields form={form} today={today} />,
              },
            ]}
          />
        )}
      </form.Field>
      {isStaff && areTimesMissing ? <FieldError error={m.admin_edit_times_required()} /> : null}
    </section>
  )
}

/** The errors of the event that belong to none of its fields. */
export function WholeError({ form }: { form: EventForm }) {
  const code: unknown = useStore(form.store, (state) => state.errorMap.onDynamic)
  const error = typeof code === 'string' && isProblemCode(code) ? problemText(code) : undefined
  return <FieldError id={fieldId('form')} error={error} />
}

const sectionTitle = css({ textStyle: 'subheading' })
const hint = css({ textStyle: 'small', color: 'fg.muted' })
