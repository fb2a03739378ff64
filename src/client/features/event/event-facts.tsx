import type { ReactNode } from 'react'
import { dayLine, leafDay, leafOf, timeLine } from '@/client/kit/event-dates'
import { priceLine } from '@/client/kit/price-text'
import { everyUntilText } from '@/client/kit/recurrence-text'
import { DateBlock } from '@/client/ui/date-block'
import { EuroIcon, LinkIcon, RefreshIcon, SunIcon } from '@/client/ui/event-icons'
import { ClockIcon, PinIcon } from '@/client/ui/icons'
import type { ProgrammeEvent } from '@/contract/events'
import { mapUrl } from '@/domain/place'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import { css, cx } from 'styled-system/css'
import { card, textLink } from 'styled-system/recipes'
import { webUrl } from './web-url'
import { SocialLinks } from './social-links'
import { writtenOut } from './written-out'

interface EventFactsProps {
  /** With the times of the occurrence that is shown. */
  event: ProgrammeEvent
  /** Epoch seconds. */
  now: number
  /** What is looked for begins here, epoch seconds: now, or a chosen day. */
  from: number
}

/** When, where, how much, and where to read on (spec 2.6). */
export function EventFacts({ event, now, from }: EventFactsProps) {
  const locale = getLocale()
  const info = webUrl(event.info_url)
  const price = priceLine(event, locale)
  return (
    <section className={cx(card({ pad: true }), box)} aria-label={m.event_facts()}>
      <div className={when}>
        <DateBlock {...leafOf(leafDay(event, from), locale)} size="lg" />
        <p className={day}>
          <time dateTime={new Date(event.start_time * 1000).toISOString()}>{dayLine(event, locale)}</time>
        </p>
      </div>
      <ul className={list}>
        <Fact icon={event.is_all_day ? <SunIcon size={20} /> : <ClockIcon size={20} />}>
          {event.is_all_day ? m.event_all_day() : timeLine(event, locale)}
        </Fact>
        {event.rule !== undefined && event.schedules.length > 1 ? (
          <Fact icon={<RefreshIcon size={20} />}>{everyUntilText(event.rule, now, locale)}</Fact>
        ) : null}
        <Fact icon={<PinIcon size={20} />}>
          {event.location_name}
          <br />
          <a href={mapUrl(event)} className={cx(textLink(), onScreen)} target="_blank" rel="noopener">
            {m.event_view_on_map()}
          </a>
        </Fact>
        {price === undefined ? null : <Fact icon={<EuroIcon size={20} />}>{price}</Fact>}
        {info === undefined ? null : (
          <Fact icon={<LinkIcon size={20} />}>
            {m.event_additional_info()}{' '}
            <a
              href={info.href}
              className={cx(textLink(), writtenOut)}
              target="_blank"
              rel="noopener nofollow ugc"
            >
              {info.host}
            </a>
          </Fact>
        )}
      </ul>
      <SocialLinks links={event.info_links} />
    </section>
  )
}

function Fact({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className={fact}>
      {icon}
      <span>{children}</span>
    </li>
  )
}

// On paper there are the address and the coordinates.
const onScreen = css({ _print: { display: 'none' } })
const box = css({ display: 'grid', gridTemplateColumns: '[minmax(0, 1fr)]', gap: '5' })
const when = css({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4' })
const day = css({ textStyle: 'subheading', minWidth: '0', flex: '[1 1 10rem]' })
const list = css({ display: 'grid', gridTemplateColumns: '[minmax(0, 1fr)]', gap: '3' })

const fact = css({
  display: 'grid',
  gridTemplateColumns: '[auto minmax(0, 1fr)]',
  gap: '3',
  '& > svg': { marginTop: '0.5', color: 'accent.fg' },
})
