/** A link out of a mail, in the fragment of its address. One that was cut off on its way has no token that opens anything. */
export interface WeekLink {
  purpose: 'confirm' | 'stop'
  id: string
  token: string
}

const LINK = /^(confirm|stop)=([^.]*)\.?(.*)$/
/** An id that no request has; the server refuses it like any other that is wrong. */
const NO_ID = '00000000-0000-4000-8000-000000000000'
const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Reads `confirm=<id>.<token>`; undefined for any other fragment. */
export function readWeekLink(fragment: string): WeekLink | undefined {
  const [, purpose, id = '', token = ''] = LINK.exec(fragment) ?? []
  if (purpose !== 'confirm' && purpose !== 'stop') return undefined
  return { purpose, id: ID.test(id) ? id : NO_ID, token: token === '' ? '-' : token.slice(0, 200) }
}
