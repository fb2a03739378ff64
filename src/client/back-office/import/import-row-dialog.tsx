import { useState } from 'react'
import { usePlaceAndTagOptions } from '@/client/shared/event-form/place-and-tag-options'
import { PlaceField } from '@/client/shared/places/place-field'
import { fieldProps, useSchemaForm } from '@/client/shared/forms/use-schema-form'
import { TextField } from '@/client/design-system/forms/field'
import type { ImportRow } from '@/contract/back-office/import'
import { importedTitleSchema } from '@/domain/staff/import'
import { locationName } from '@/domain/places/location-name'
import * as m from '@/messages/compiled/messages.js'
import { problemText } from '@/messages/problem-text'
import { FormDialog } from '@/client/back-office/layout/dialogs/form-dialog'
import { placeOf } from './import-place'
import type { ImportCorrection } from './import-corrections'

interface ImportRowDialogProps {
  event: NonNullable<ImportRow['event']>
  onCorrect: (correction: ImportCorrection) => void
  onClose: () => void
}

/** Corrects the title and the place of one event before it is imported; a date is the source's. */
export function ImportRowDialog({ event, onCorrect, onClose }: ImportRowDialogProps) {
  const { places } = usePlaceAndTagOptions()
  const [place, setPlace] = useState(() => placeOf(event))
  const [isTried, setTried] = useState(false)
  const hasPlace = locationName(place) !== ''
  const { form, formProps } = useSchemaForm<{ title: string }, { title: string }>({
    schema: importedTitleSchema,
    initialValues: { title: event.title },
    onValid: async ({ title }) => {
      const { latitude, longitude } = place
      const chosen = { location_name: locationName(place), latitude, longitude }
      if (!hasPlace) return
      const isSamePlace =
        chosen.location_name === event.location_name &&
        latitude === event.latitude &&
        longitude === event.longitude
      onCorrect({ title, place: isSamePlace ? undefined : chosen })
      onClose()
    },
  })
  return (
    <FormDialog
      title={m.import_correct_title()}
      submitLabel={m.import_correct_submit()}
      formProps={{
        ...formProps,
        onSubmit: (submitted) => {
          setTried(true)
          formProps.onSubmit(submitted)
        },
      }}
      isBusy={false}
      onClose={onClose}
    >
      <form.Field name="title">
        {(field) => (
          <TextField label={m.import_csv_title()} autoComplete="off" required {...fieldProps(field)} />
        )}
      </form.Field>
      <PlaceField
        places={places}
        value={place}
        error={isTried && !hasPlace ? problemText('location_required') : undefined}
        onChange={setPlace}
      />
    </FormDialog>
  )
}
