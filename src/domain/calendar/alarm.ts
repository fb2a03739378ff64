import { isOff } from '@/domain/events/event-state'
import type { AnnouncedOccurrence } from '@/domain/events/event-state'
import { text } from './jcal'
import type { Component } from './jcal'

/**
 * The date with an alarm (RFC 5545 3.6.6), which needs no network: an hour before, or at 18:00 of the day before where it is all day. What does
 * not take place as it was published has none. Files have it that a person adds date by date; a feed of a year of dates would
 * ring all day.
 */
export function withAlarm(component: Component, title: string, date: AnnouncedOccurrence): Component {
  if (isOff(date.state)) return component
  const [name, properties, components] = component
  const alarm: Component = [
    'valarm',
    [
      text('action', 'DISPLAY'),
      text('description', title),
      ['trigger', {}, 'duration', date.is_all_day ? '-PT6H' : '-PT1H'],
    ],
    [],
  ]
  return [name, properties, [...components, alarm]]
}
