import { getLocale } from '@/messages/compiled/runtime.js'

/** A number of things with the separators of its language: of thousands, the eye counts the digits otherwise. */
export function countText(count: number): string {
  const locale = getLocale()
  return new Intl.NumberFormat(locale === 'pt' ? 'pt-PT' : locale).format(count)
}
