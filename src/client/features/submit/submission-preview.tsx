import { cardDate, dateBlockOf } from '@/client/shared/time/event-dates'
import type { SubmissionPayload } from '@/client/shared/event-form/to-submission'
import { EventPoster } from '@/client/shared/programme/event-poster'
import { PhotoPreview } from '@/client/shared/photos/photo-preview'
import type { TagChoice } from '@/client/shared/tags/tag-picker-order'
import { useNow } from '@/client/shared/time/use-now'
import { Badge } from '@/client/design-system/badge'
import { DateBlock } from '@/client/design-system/date-block'
import { ClockIcon, PinIcon } from '@/client/design-system/icons/icons'
import { firstScheduleOf } from '@/domain/timetables/schedule'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import type { OutboxPhoto } from '@/offline/outbox/entry'
import { css } from 'styled-system/css'
import { eventCard } from 'styled-system/recipes'

/** Tags on a card (rules 2.4). */
const TAGS_SHOWN = 3

interface SubmissionPreviewProps {
  payload: SubmissionPayload
  photo: OutboxPhoto | undefined
  /** The known tags, with their names in the reader's language. */
  knownTags: readonly TagChoice[]
}

/** The card that a submission becomes, without a link: nobody else sees the event yet. Needs Temporal, which its form has loaded. */
export function SubmissionPreview({ payload, photo, knownTags }: SubmissionPreviewProps) {
  const styles = eventCard({ layout: 'grid' })
  const locale = getLocale()
  const now = useNow()
  const tags = payload.tag_keys.map((key) => ({
    id: key,
    key,
    name: knownTags.find((tag) => tag.key === key)?.name ?? key,
  }))
  const first = firstScheduleOf(payload.timetable, { from: now })
  return (
    <figure className={frame}>
      <figcaption className={caption}>{m.form_done_preview()}</figcaption>
      <div className={styles.root}>
        <div className={styles.media}>
          {photo ? (
            <PhotoPreview photo={photo} alt="" className={styles.image} />
          ) : (
            <EventPoster
              event={{
                title: payload.title,
                tags,
                start_time: first?.start_time ?? now,
                is_all_day: first?.is_all_day ?? true,
              }}
              className={styles.image}
            />
          )}
        </div>
        <div className={styles.body}>
          {first ? <DateBlock {...dateBlockOf(first.start_time, locale)} className={styles.date} /> : null}
          <p className={styles.title}>{payload.title}</p>
          {first ? (
            <p className={styles.meta}>
              <ClockIcon size={16} />
              {cardDate(first, locale)}
            </p>
          ) : null}
          <p className={styles.meta}>
            <PinIcon size={16} />
            {payload.location_name}
          </p>
          <p className={styles.description}>{payload.description}</p>
          <ul className={styles.tags} aria-label={m.events_tags()}>
            {tags.slice(0, TAGS_SHOWN).map((tag) => (
              <li key={tag.key}>
                <Badge tone="sea">{tag.name}</Badge>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </figure>
  )
}

const frame = css({ display: 'grid', gap: '2', margin: '0', minWidth: '0' })
const caption = css({ textStyle: 'label' })
