import { useEffect, useRef, type ReactNode } from 'react'
import { PhotoPreview } from '@/client/shared/photos/photo'
import { Banner } from '@/client/design-system/banner'
import type { Proposal } from '@/contract/back-office/back-office-events'
import { EVENT_FIELDS, knownFacts, statedFacts, type EventField } from '@/domain/events/event-fields'
import { photoVariant } from '@/domain/events/event'
import * as m from '@/messages/compiled/messages.js'
import type { OutboxPhoto } from '@/offline/outbox/entry'
import { smallText } from '@/client/design-system/text'
import { css } from 'styled-system/css'
import { cluster, stack } from 'styled-system/patterns'
import { card } from 'styled-system/recipes'
import { TimetableLabels, eventFieldText } from './event-text'
import { payloadOf, type EventVersion, type SubmissionPayload } from './event-values'
import { usePlaceAndTagOptions } from './place-and-tag-options'
import { EVENT_FIELD_LABELS } from './problems'

/** The photo's bytes are not compared, and no form shows the older link. */
type ComparedField = Exclude<EventField, 'photo' | 'info_url'>
const COMPARED = (Object.keys(EVENT_FIELDS) as EventField[]).filter(
  (field) => field !== 'photo' && field !== 'info_url',
)

export function differingFields(one: SubmissionPayload, other: SubmissionPayload): ComparedField[] {
  return COMPARED.filter((field) => !isSame(field, one, other))
}

/** `theirs` with what `mine` has changed of `base`: who left a field alone does not undo what was done to it since. */
export function changedOver(
  theirs: SubmissionPayload,
  { base, mine }: Record<'base' | 'mine', SubmissionPayload>,
): SubmissionPayload {
  const names = differingFields(base, mine).flatMap(
    (field): readonly (keyof SubmissionPayload)[] => EVENT_FIELDS[field],
  )
  return { ...theirs, ...Object.fromEntries(names.map((name) => [name, mine[name]])) }
}

/** The event with what its organiser proposes: what that leaves alone stays, whoever has edited it since. */
export function proposedOver(event: EventVersion, { base, content }: Proposal): SubmissionPayload {
  const stored = payloadOf(event)
  const mine = { ...statedFacts(knownFacts(base)), ...content, email: stored.email }
  return changedOver(stored, { base: payloadOf(base), mine })
}

function isSame(field: ComparedField, one: SubmissionPayload, other: SubmissionPayload): boolean {
  const names: readonly (keyof SubmissionPayload)[] = EVENT_FIELDS[field]
  return names.every((name) => canonical(one[name]) === canonical(other[name]))
}

/** A fact that was taken back is null or empty in one version and absent in another one; both are the same. */
function canonical(value: unknown): string | undefined {
  if (value === null || value === false || (Array.isArray(value) && value.length === 0)) return undefined
  return JSON.stringify(value, (_, part: unknown) => {
    if (Array.isArray(part) && part.every((one) => typeof one !== 'object')) return part.toSorted()
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part
    return Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  })
}

interface Version {
  payload: SubmissionPayload
  /** Null for one that is removed; undefined in one's own version where the photo was left alone. */
  photo: OutboxPhoto | string | null | undefined
}

interface ConflictProps {
  mine: Version
  theirs: Version
  texts: Record<'title' | 'text' | 'same' | 'mine' | 'theirs', string>
  /** The names of tags that the list may not have any more. */
  tags?: readonly { key: string; name: string }[]
  /** It has come between, and takes the focus. */
  interrupts?: boolean
  children: ReactNode
}

/** Two versions of an event side by side, field by field where they differ. `children`: the buttons to decide with. */
export function Conflict({ mine, theirs, texts, tags = [], interrupts = false, children }: ConflictProps) {
  const options = usePlaceAndTagOptions()
  const tagNames = new Map([...tags, ...options.tags].map(({ key, name }) => [key, name]))
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (interrupts) heading.current?.focus()
  }, [interrupts])
  const fields: readonly EventField[] = [
    ...differingFields(mine.payload, theirs.payload),
    ...(mine.photo === undefined ? [] : (['photo'] as const)),
  ]
  const sides = [
    { side: texts.mine, version: mine },
    { side: texts.theirs, version: theirs },
  ]
  return (
    <section className={stack({ gap: '6' })}>
      <Banner tone="warning" {...(interrupts && { role: 'alert' as const })}>
        <h2 ref={heading} tabIndex={-1} className={title}>
          {texts.title}
        </h2>
        <p>{fields.length === 0 ? texts.same : texts.text}</p>
      </Banner>
      {fields.map((name) => (
        <section key={name} aria-label={EVENT_FIELD_LABELS[name]()}>
          <h3 className={legend}>{EVENT_FIELD_LABELS[name]()}</h3>
          <dl className={field}>
            {sides.map(({ side, version }) => (
              <div key={side} className={card({ pad: true })}>
                <dt className={smallText}>{side}</dt>
                <dd dir="auto" className={value}>
                  <Value {...{ name, side, version, tagNames }} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <div className={cluster({ gap: '3' })}>{children}</div>
    </section>
  )
}

interface ValueProps {
  name: EventField
  side: string
  version: Version
  tagNames: ReadonlyMap<string, string>
}

function Value({ name, side, version: { payload, photo }, tagNames }: ValueProps) {
  if (name === 'timetable') return <TimetableLabels timetable={payload.timetable} />
  if (name !== 'photo') return <>{eventFieldText(payload, name, tagNames) || m.conflict_empty()}</>
  if (photo === undefined || photo === null) return <>{m.conflict_no_photo()}</>
  const alt = `${EVENT_FIELD_LABELS.photo()}: ${side}`
  return typeof photo === 'string' ? (
    <img src={photoVariant(photo, '400')} alt={alt} className={image} />
  ) : (
    <PhotoPreview photo={photo} alt={alt} className={image} />
  )
}

const title = css({ textStyle: 'subheading', _focusVisible: { outline: 'none' } })
const field = css({
  display: 'grid',
  gap: '3',
  alignItems: 'stretch',
  minWidth: '0',
  gridTemplateColumns: '[repeat(auto-fit, minmax(min(100%, 14rem), 1fr))]',
})
const legend = css({ textStyle: 'label', marginBottom: '1.5' })
const value = css({ whiteSpace: 'pre-line', overflowWrap: 'anywhere', minWidth: '0' })
const image = css({ width: 'full', height: '[auto]', borderRadius: 'lg' })
