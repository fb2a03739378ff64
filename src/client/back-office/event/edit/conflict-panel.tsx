import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import type { SubmissionPayload } from '@/client/shared/event-form/form-values'
import { Banner } from '@/client/design-system/banner'
import { Button } from '@/client/design-system/button'
import * as m from '@/messages/compiled/messages.js'
import { CONFLICT_FIELDS } from '@/client/shared/event-form/merge-versions'
import type { Choices, ConflictField } from '@/client/shared/event-form/merge-versions'
import { useShortcutKeys } from '@/client/back-office/shared/shortcut-keys'
import { EVENT_FIELD_LABELS, TimetableLabels, eventFieldText } from '@/client/back-office/shared/event-labels'
import { photoVariant } from '@/domain/events/event'
import { css } from 'styled-system/css'
import { cluster } from 'styled-system/patterns'
import { card, chip } from 'styled-system/recipes'

export interface PhotoConflict {
  mine: ReactNode
  theirs: ReactNode
}

interface ConflictPanelProps {
  mine: SubmissionPayload
  theirs: SubmissionPayload
  initialChoices: Choices
  photo: PhotoConflict | undefined
  tagNames: ReadonlyMap<string, string>
  onResolve: (choices: Choices, isPhotoTheirs: boolean, by: 'button' | 'key') => void
  labels?: ConflictLabels
  isBusy?: boolean
  /** A key that does what the button does. */
  resolveKey?: string | undefined
  actions?: ReactNode
}

export interface ConflictLabels {
  title: string
  text: string
  /** Shown in place of `text` where both versions are the same. */
  same: string
  mine: string
  theirs: string
  use: string
}

function twoAdministrators(): ConflictLabels {
  return {
    title: m.admin_edit_conflict_title(),
    text: m.admin_edit_conflict_text(),
    same: m.admin_edit_conflict_same(),
    mine: m.admin_edit_conflict_mine(),
    theirs: m.admin_edit_conflict_theirs(),
    use: m.admin_edit_conflict_use(),
  }
}

/**
 * The two versions that an administrator and another one wrote at the same time, to choose from: neither overwrites the other.
 */
export function ConflictPanel(props: ConflictPanelProps) {
  const { mine, theirs, initialChoices, photo, tagNames, onResolve, actions, isBusy = false } = props
  const labels = props.labels ?? twoAdministrators()
  // A conflict interrupts a screen reader; a proposal is part of its page and waits for its reader.
  const interrupts = props.labels === undefined
  const [choices, setChoices] = useState(initialChoices)
  const [isPhotoTheirs, setPhotoTheirs] = useState(false)
  const { resolveKey } = props
  useShortcutKeys(
    resolveKey === undefined ? {} : { [resolveKey]: () => onResolve(choices, isPhotoTheirs, 'key') },
  )
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (interrupts) heading.current?.focus()
  }, [interrupts])
  const fields = CONFLICT_FIELDS.filter((field) => choices[field] !== undefined)
  return (
    <section className={frame}>
      <Banner tone="warning" {...(interrupts && { role: 'alert' as const })}>
        <h2 ref={heading} tabIndex={-1} className={title}>
          {labels.title}
        </h2>
        <p>{fields.length === 0 && photo === undefined ? labels.same : labels.text}</p>
      </Banner>
      {fields.map((field) => (
        <Sides
          key={field}
          {...{ labels }}
          label={EVENT_FIELD_LABELS[field]()}
          isTheirs={choices[field] === 'theirs'}
          onChoose={(isTheirs) => setChoices({ ...choices, [field]: isTheirs ? 'theirs' : 'mine' })}
          mine={<Value field={field} payload={mine} tagNames={tagNames} />}
          theirs={<Value field={field} payload={theirs} tagNames={tagNames} />}
        />
      ))}
      {photo === undefined ? null : (
        <Sides
          {...{ labels }}
          label={m.admin_edit_field_photo()}
          isTheirs={isPhotoTheirs}
          onChoose={setPhotoTheirs}
          {...photo}
        />
      )}
      <div className={cluster({ gap: '3' })}>
        <Button size="lg" busy={isBusy} onClick={() => onResolve(choices, isPhotoTheirs, 'button')}>
          {labels.use}
        </Button>
        {actions}
      </div>
    </section>
  )
}

interface SidesProps {
  labels: ConflictLabels
  label: string
  isTheirs: boolean
  onChoose: (isTheirs: boolean) => void
  mine: ReactNode
  theirs: ReactNode
}

function Sides({ labels, label, isTheirs, onChoose, mine, theirs }: SidesProps) {
  const sides = [
    { name: labels.mine, isChosen: !isTheirs, choose: () => onChoose(false), content: mine },
    {
      name: labels.theirs,
      isChosen: isTheirs,
      choose: () => onChoose(true),
      content: theirs,
    },
  ]
  return (
    <fieldset className={field}>
      <legend className={legend}>{label}</legend>
      {sides.map(({ name, isChosen, choose, content }) => (
        <div key={name} className={card({ pad: true })}>
          <div className={side}>
            <button
              type="button"
              className={chip()}
              aria-pressed={isChosen}
              aria-label={`${label}: ${name}`}
              onClick={choose}
            >
              {name}
            </button>
            <div dir="auto" className={value}>
              {content}
            </div>
          </div>
        </div>
      ))}
    </fieldset>
  )
}

interface ValueProps extends Pick<ConflictPanelProps, 'tagNames'> {
  field: ConflictField
  payload: SubmissionPayload
}

function Value({ field: name, payload, tagNames }: ValueProps) {
  if (name === 'timetable') return <TimetableLabels timetable={payload.timetable} />
  return <>{eventFieldText(payload, name, tagNames) || m.admin_edit_conflict_empty()}</>
}

const frame = css({ display: 'grid', gap: '6', minWidth: '0' })
const title = css({ textStyle: 'subheading', _focusVisible: { outline: 'none' } })
const field = css({
  display: 'grid',
  gap: '3',
  alignItems: 'stretch',
  minWidth: '0',
  gridTemplateColumns: '[repeat(auto-fit, minmax(min(100%, 14rem), 1fr))]',
})
const legend = css({ textStyle: 'label', marginBottom: '1.5' })
const side = css({ display: 'grid', gap: '3', justifyItems: 'start' })
const value = css({ whiteSpace: 'pre-line', overflowWrap: 'anywhere', minWidth: '0' })

export function StoredPhoto({ of: { photo }, alt }: { of: { photo?: string | undefined }; alt: string }) {
  if (photo === undefined) return <>{m.admin_edit_photo_removed()}</>
  return <img src={photoVariant(photo, '400')} alt={alt} className={sidePhoto} />
}

export const sidePhoto = css({ width: 'full', height: '[auto]', borderRadius: 'lg' })
