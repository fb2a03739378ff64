import * as m from '@/messages/compiled/messages.js'

// The first that fits is taken: most browsers also name those that they descend from, and iPads call themselves Macs.
const BROWSERS = {
  Edg: 'Edge',
  'OPR|OPT': 'Opera',
  SamsungBrowser: 'Samsung Internet',
  'Firefox|FxiOS': 'Firefox',
  'Chrom|CriOS': 'Chrome',
  Safari: 'Safari',
}
const SYSTEMS = {
  iPhone: 'iPhone',
  iPad: 'iPad',
  Android: 'Android',
  Windows: 'Windows',
  CrOS: 'ChromeOS',
  'Mac OS': 'macOS',
  Linux: 'Linux',
}

/** Browser and system as far as a `User-Agent` tells them: it helps to recognise a device, no more. */
export function deviceLabel(userAgent: string | null): string {
  const nameIn = (names: Record<string, string>) =>
    Object.entries(names).find(([sign]) => new RegExp(sign).test(userAgent ?? ''))?.[1]
  const [browser, system] = [nameIn(BROWSERS), nameIn(SYSTEMS)]
  if (browser !== undefined && system !== undefined) return m.profile_session_device({ browser, system })
  return browser ?? system ?? m.profile_session_unknown()
}
