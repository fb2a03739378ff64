import ICAL from 'ical.js'
import { boundedText } from './source-event'

/** A property of a calendar file. */
export interface Property {
  name: string
  parameters: Readonly<Record<string, unknown>>
  values: readonly unknown[]
  /** Its value as it is written. */
  written: string
}

export interface Component {
  properties: Property[]
  /** Whether one of its lines is none, and is left out. */
  isDamaged: boolean
}

/** Splits a file at the lines that begin and end its events and time zones. An event that is not closed ends where the next one begins. */
export function componentsOf(text: string) {
  const lines = text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/\n[ \t]/g, '')
    .split('\n')
  const components: Component[] = []
  const definitions: string[][] = []
  let event: Component | undefined
  let zone: string[] | undefined
  /** Parts of an event, such as its alarms, are not its own. */
  let depth = 0
  let name: string | undefined
  let zoneName: string | undefined
  for (const line of lines) {
    const [, edge, part] = /^(BEGIN|END):\s*([A-Z-]+)\s*$/i.exec(line)?.map((one) => one.toUpperCase()) ?? []
    if (edge === 'BEGIN' && part === 'VEVENT') {
      event = { properties: [], isDamaged: false }
      components.push(event)
      depth = 0
    } else if (edge === 'END' && part === 'VEVENT') event = undefined
    else if (edge === 'BEGIN' && part === 'VTIMEZONE') definitions.push((zone = []))
    else if (edge === 'END' && part === 'VTIMEZONE') zone = undefined
    else if (event !== undefined && edge !== undefined) depth += edge === 'BEGIN' ? 1 : -1
    else if (zone !== undefined) zone.push(line)
    else if (event !== undefined && depth === 0 && line.trim() !== '') {
      const property = propertyOf(line)
      if (property === undefined) event.isDamaged = true
      else event.properties.push(property)
    } else if (event === undefined) {
      name ??= /^X-WR-CALNAME[^:]*:\s*(.*\S)/i.exec(line)?.[1]
      zoneName ??= /^X-WR-TIMEZONE[^:]*:\s*(.*\S)/i.exec(line)?.[1]
    }
  }
  return { name, zoneName, components, definitions }
}

/** Reads a line. Rules are read here as a whole (`ics-rules`): for a wrong one the library refuses the line. */
function propertyOf(line: string): Property | undefined {
  const [, name = '', text = ''] = /^([A-Z0-9-]+)[^":]*(?:"[^"]*"[^":]*)*:(.*)$/i.exec(line) ?? []
  const isRule = /^(?:RRULE|EXRULE)$/i.test(name)
  if (isRule) return { name: name.toLowerCase(), parameters: {}, values: [], written: text }
  try {
    const property: unknown = ICAL.parse.property(line)
    const [own, parameters, , ...values] = property as [string, Property['parameters'], string, ...unknown[]]
    return { name: own, parameters, values, written: text }
  } catch {
    return undefined
  }
}

export function propertiesOf({ properties }: Component, name: string): Property[] {
  return properties.filter((one) => one.name === name)
}

export function written(component: Component, name: string): string {
  return propertiesOf(component, name)[0]?.written.trim() ?? ''
}

export function textOf(component: Component, name: string): string {
  const value = propertiesOf(component, name)[0]?.values[0]
  return boundedText(typeof value === 'string' ? value.trim() : '')
}
