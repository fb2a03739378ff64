type Locale = 'en' | 'pt'

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** '1.5 GB': with the largest unit that fits, by 1024 as file systems count. */
export function byteText(bytes: number, locale: Locale): string {
  const power = bytes < 1024 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), UNITS.length - 1)
  return new Intl.NumberFormat(locale === 'pt' ? 'pt-PT' : locale, {
    style: 'unit',
    unit: UNITS[power] ?? 'byte',
    unitDisplay: 'short',
    maximumFractionDigits: 1,
  }).format(bytes / 1024 ** power)
}
