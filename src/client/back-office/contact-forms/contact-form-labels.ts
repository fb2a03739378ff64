import type { ContactForm } from '@/contract/back-office/back-office-contact-forms'

export function senderOf({ first_name, last_name }: Pick<ContactForm, 'first_name' | 'last_name'>): string {
  return `${first_name} ${last_name}`
}
