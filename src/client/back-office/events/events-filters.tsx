import { useQuery } from '@tanstack/react-query'
import type { ChangeSearch, EventsSearch } from '@/client/back-office/shared/events-search'
import * as m from '@/messages/compiled/messages.js'
import { SelectField } from '@/client/design-system/forms/field'
import { EVENT_TRAITS, NOT_IMPORTED } from '@/domain/staff/activity'
import type { EventTrait } from '@/domain/staff/activity'
import { importSourcesQuery } from '@/client/back-office/shared/named-queries'
import { DateFilter } from '@/client/design-system/forms/field'
import { Checkbox } from '@/client/design-system/forms/checkbox'
import { css } from 'styled-system/css'

interface FilterProps {
  search: EventsSearch
  onChange: ChangeSearch
}

export function DayFilter({ search, onChange }: FilterProps) {
  return (
    <div className={pair}>
      <DateFilter
        label={m.admin_events_from()}
        value={search.from}
        max={search.to}
        onPick={(from) => onChange({ from })}
      />
      <DateFilter
        label={m.admin_events_to()}
        value={search.to}
        min={search.from}
        onPick={(to) => onChange({ to })}
      />
    </div>
  )
}

export function SourceFilter({ search, onChange }: FilterProps) {
  const sources = useQuery(importSourcesQuery())
  const known = sources.data?.map(({ id, name }) => ({ value: id, label: name })) ?? []
  const { source = '' } = search
  // One that was forgotten since, or is not there yet.
  const isUnknown = source !== '' && source !== NOT_IMPORTED && !known.some(({ value }) => value === source)
  return (
    <SelectField
      label={m.admin_events_source()}
      value={source}
      options={[
        { value: '', label: m.admin_events_source_any() },
        { value: NOT_IMPORTED, label: m.admin_events_source_none() },
        ...known,
        ...(isUnknown ? [{ value: source, label: source }] : []),
      ]}
      onChange={({ target }) => onChange({ source: target.value })}
    />
  )
}

const TRAIT_LABELS: Record<EventTrait, () => string> = {
  proposal: m.admin_events_trait_proposal,
  over: m.admin_events_trait_over,
  duplicate: m.admin_events_trait_duplicate,
  'no-photo': m.admin_events_trait_no_photo,
}

/** The traits that listed events have; an event has all that are checked. */
export function TraitFilter({ search, onChange }: FilterProps) {
  const chosen = search.traits?.split(',') ?? []
  const toggle = (trait: EventTrait, isOn: boolean) =>
    onChange({
      traits: EVENT_TRAITS.filter((one) => (one === trait ? isOn : chosen.includes(one))).join(','),
    })
  return (
    <fieldset className={group}>
      <legend className={legend}>{m.admin_events_traits()}</legend>
      {EVENT_TRAITS.map((trait) => (
        <Checkbox
          key={trait}
          label={TRAIT_LABELS[trait]()}
          checked={chosen.includes(trait)}
          onChange={(isOn) => toggle(trait, isOn)}
        />
      ))}
    </fieldset>
  )
}

const pair = css({
  display: 'grid',
  gap: '4',
  gridTemplateColumns: { base: '[minmax(0, 1fr)]', sm: '[repeat(2, minmax(0, 1fr))]' },
})
const group = css({ display: 'flex', flexWrap: 'wrap', columnGap: '5', rowGap: '1', minWidth: '0' })
const legend = css({ textStyle: 'label', marginBottom: '1' })
