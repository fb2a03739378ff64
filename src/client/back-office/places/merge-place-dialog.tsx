import * as z from 'zod/mini'
import { fieldProps } from '@/client/shared/forms/use-schema-form'
import { SelectField } from '@/client/design-system/forms/field'
import { mergePlace } from '@/contract/back-office/back-office-places'
import type { CountedPlace } from '@/contract/back-office/back-office-places'
import * as m from '@/messages/compiled/messages.js'
import { FormDialog } from '@/client/back-office/layout/dialogs/form-dialog'
import { shortName } from '@/client/back-office/layout/lists/truncate'
import { useWriteForm } from '@/client/back-office/layout/dialogs/use-write-form'

const choiceSchema = z.strictObject({ into_slug: z.string().check(z.minLength(1, 'required')) })
type Choice = z.infer<typeof choiceSchema>

interface MergePlaceDialogProps {
  place: CountedPlace
  /** The places to choose from: one of them stays in its place. */
  others: readonly CountedPlace[]
  onClose: () => void
  finalFocus: () => HTMLElement | null
  onMerged: () => void
}

/** Merges one spelling of a place into another, which is chosen here. */
export function MergePlaceDialog({ place, others, onClose, finalFocus, onMerged }: MergePlaceDialogProps) {
  const { form, formProps, isSubmitting } = useWriteForm<Choice, typeof mergePlace>(mergePlace, {
    schema: choiceSchema,
    initialValues: { into_slug: '' },
    inputOf: (body) => ({ params: { slug: place.slug }, body }),
    onWritten: onMerged,
    done: () => m.admin_places_merged(),
    failed: m.admin_places_merge_failed(),
    details: ({ count, location_name }) => m.admin_places_merged_text({ n: count, name: location_name }),
  })
  return (
    <FormDialog
      formProps={formProps}
      title={m.admin_places_merge_title({ name: shortName(place.location_name) })}
      submitLabel={m.admin_places_merge()}
      tone="danger"
      isBusy={isSubmitting}
      onClose={onClose}
      finalFocus={finalFocus}
    >
      <p>{m.admin_places_merge_text({ n: place.count })}</p>
      <form.Field name="into_slug">
        {(field) => (
          <SelectField
            label={m.admin_places_merge_into()}
            placeholder={m.admin_places_merge_choose()}
            options={others.map(({ slug, location_name }) => ({ value: slug, label: location_name }))}
            required
            {...fieldProps(field)}
          />
        )}
      </form.Field>
    </FormDialog>
  )
}
