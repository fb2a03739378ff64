import { oneLinkOfEachType } from '@/client/shared/event-form/form-values'
import type { EventFormValues } from '@/client/shared/event-form/form-values'
import { INFO_LINK_TYPES, infoLinkProblem } from '@/domain/events/info-link'
import { toLines, toOneLine } from '@/domain/text/plain-text'
import type { Shared } from '@/offline/outbox/database'

/**
 * Turns what another app shared into values of the form. Android has no field for an address: it is then the last one in the text. What is
 * no link stays in the description, so that nothing is lost.
 */
export function sharedValues({ title, text, url }: Omit<Shared, 'photo'>): Partial<EventFormValues> {
  const address = url === '' ? (text.match(/https?:\/\/\S+/g)?.at(-1) ?? '') : url
  const type = INFO_LINK_TYPES.find((one) => infoLinkProblem(one, address) === undefined)
  const lines = [text === address ? '' : text, type === undefined ? address : '']
  return {
    title: toOneLine(title),
    description: toLines(lines.filter((line) => line !== '').join('\n')),
    links: oneLinkOfEachType(type === undefined ? [] : [{ type, data: address }]),
  }
}
