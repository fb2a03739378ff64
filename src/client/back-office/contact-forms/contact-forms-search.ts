/** The messages that the list shows; default: those that wait for an answer. */
export const SHOWN = ['open', 'done', 'all'] as const
export type Shown = (typeof SHOWN)[number]

interface ContactFormsSearch {
  show?: Exclude<Shown, 'open'>
}

export function readContactFormsSearch(search: Record<string, unknown>): ContactFormsSearch {
  const show = (['done', 'all'] as const).find((one) => one === search['show'])
  return show === undefined ? {} : { show }
}
