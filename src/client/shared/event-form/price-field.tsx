import { ChipChoices } from '@/client/design-system/forms/chip-choices'
import { TextField } from '@/client/design-system/forms/field'
import * as m from '@/messages/compiled/messages.js'
import { stack } from 'styled-system/patterns'
import { fieldId } from './problems/field-id'
import { PRICE_KINDS } from './form-values'
import type { PriceKind } from './form-values'
import { useFieldError } from './use-event-form'
import type { EventForm } from './use-event-form'

/** The price, if one is stated: the field of the amount is there only for an amount. */
export function PriceField({ form }: { form: EventForm }) {
  const error = useFieldError(form, 'price')
  return (
    <form.Field name="priceKind">
      {({ state: { value: chosen }, handleChange }) => (
        <div className={stack({ gap: '3' })}>
          <ChipChoices
            label={m.form_price_kind()}
            options={PRICE_KINDS}
            optionLabel={(kind) => KIND_LABELS[kind]()}
            chosen={[chosen]}
            isSingle
            onPress={handleChange}
          />
          {chosen === 'amount' ? (
            <form.Field name="price">
              {({ state, handleChange: type }) => (
                <TextField
                  id={fieldId('price')}
                  label={m.form_price()}
                  // An input of `type="number"` gives back nothing for "7,50" where the browser expects a point.
                  inputMode="decimal"
                  autoComplete="off"
                  value={state.value}
                  error={error}
                  onChange={(event) => type(event.target.value)}
                />
              )}
            </form.Field>
          ) : null}
        </div>
      )}
    </form.Field>
  )
}

const KIND_LABELS: Record<PriceKind, () => string> = {
  unsaid: () => m.form_price_not_stated(),
  free: () => m.event_free(),
  donation: () => m.event_donation(),
  amount: () => m.form_price_amount(),
}
