import { originOf, privatePageHead } from '@/client/shared/layout/page-head'
import * as m from '@/messages/compiled/messages.js'

// Split from the first load, where every route's head would be otherwise.

export const loginHead = (context: object) =>
  privatePageHead({ title: m.sign_in_page_title(), path: '/login', origin: originOf(context) })

export const registerHead = (context: object) =>
  privatePageHead({ title: m.sign_in_register_title(), path: '/register', origin: originOf(context) })

export const resetPasswordHead = (context: object) =>
  privatePageHead({ title: m.sign_in_reset_title(), path: '/reset-password', origin: originOf(context) })
