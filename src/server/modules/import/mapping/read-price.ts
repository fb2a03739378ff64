import { foldText } from '@/domain/text/fold-text'

const FREE = /^(?:free|gratis|gratuito|gratuita|entrada livre|entrada gratuita|livre|free entry)$/

/** Euros of "12,50 €", "EUR 5" or "Entrada livre" (0); undefined for nothing, 'unreadable' for anything else. */
export function readPrice(text = ''): number | 'unreadable' | undefined {
  const folded = foldText(text)
  if (folded === '') return undefined
  if (FREE.test(folded)) return 0
  const [, euros, cents = '0'] =
    /^(?:€|eur|euros?)?\s*(\d{1,5})(?:[.,](\d{1,2}))?\s*(?:€|eur|euros?)?$/.exec(folded) ?? []
  return euros === undefined ? 'unreadable' : Number(`${euros}.${cents}`)
}
