import { ChipChoices } from '@/client/design-system/forms/chip-choices'
import { accessLabel, audienceLabel, languageLabel } from '@/client/shared/programme/fact-labels'
import { AUDIENCES, toggled } from '@/domain/events/facts/event-facts'
import { ACCESS_FEATURES, EVENT_LANGUAGES } from '@/domain/events/facts/facts-filter'
import * as m from '@/messages/compiled/messages.js'
import { stack } from 'styled-system/patterns'
import { field } from 'styled-system/recipes'
import type { EventForm } from './use-event-form'

const UNSAID = 'unsaid'

/** Fields for the audience, access and languages of an event; each stays empty unless somebody says so. */
export function FactsFields({ form }: { form: EventForm }) {
  return (
    <form.Field name="facts">
      {({ state: { value: facts }, handleChange }) => (
        <div className={stack({ gap: '4' })}>
          <p className={field().hint}>{m.facts_blank_hint()}</p>
          <ChipChoices
            label={m.facts_audience()}
            options={[UNSAID, ...AUDIENCES]}
            optionLabel={(one) => (one === UNSAID ? m.form_price_not_stated() : audienceLabel(one))}
            chosen={[facts.audience ?? UNSAID]}
            isSingle
            onPress={(one) => handleChange({ ...facts, audience: one === UNSAID ? undefined : one })}
          />
          <ChipChoices
            label={m.facts_access()}
            options={ACCESS_FEATURES}
            optionLabel={accessLabel}
            chosen={facts.access}
            onPress={(one) => handleChange({ ...facts, access: toggled(facts.access, one) })}
          />
          <ChipChoices
            label={m.facts_languages()}
            options={EVENT_LANGUAGES}
            optionLabel={languageLabel}
            chosen={facts.languages}
            onPress={(one) => handleChange({ ...facts, languages: toggled(facts.languages, one) })}
          />
        </div>
      )}
    </form.Field>
  )
}
