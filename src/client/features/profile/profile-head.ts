import { originOf, privatePageHead } from '@/client/shared/layout/page-head'
import * as m from '@/messages/compiled/messages.js'

/** Split from the first load, where every route's head would be otherwise. */
export const profileHead = (context: object) =>
  privatePageHead({ title: m.profile_title(), path: '/profile', origin: originOf(context) })
