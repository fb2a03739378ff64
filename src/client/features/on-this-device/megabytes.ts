/** "4.2 MB", "0.3 MB"; no finer, because it is an estimate. */
export function megabytes(bytes: number, locale: string): string {
  const text = new Intl.NumberFormat(locale === 'pt' ? 'pt-PT' : locale, {
    style: 'unit',
    unit: 'megabyte',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  }).format(bytes === 0 ? 0 : Math.max(bytes / 1e6, 0.1))
  // English has a space at which a line may break.
  return text.replace(' ', '\u00A0')
}
