import * as z from 'zod/mini'
import { EMAIL_MAX } from '@/domain/accounts/account'

/** The search of the list of users, as it stands in the address. */
interface UsersSearch {
  search?: string
}

/** The search as a form has it. */
export const userSearchForm = z.object({
  text: z.string().check(z.trim(), z.maxLength(EMAIL_MAX, 'text_too_long')),
})

/** Reads the query of an address that anyone may have written; what makes no sense is left out. */
export function readUsersSearch({ search }: Record<string, unknown>): UsersSearch {
  const typed = userSearchForm.safeParse({ text: search })
  return typed.success && typed.data.text !== '' ? { search: typed.data.text } : {}
}
