/** '12', '12.50' or '12,50': cents only where there are any. */
export function priceText(euros: number, locale: 'en' | 'pt'): string {
  const text = Number.isInteger(euros) ? String(euros) : euros.toFixed(2)
  return locale === 'pt' ? text.replace('.', ',') : text
}
