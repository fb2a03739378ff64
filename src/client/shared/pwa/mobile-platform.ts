/** The sentence that the mobile banner says (rules 2.2). 'none' in iOS Safari and in the installed app. */
type MobilePlatform = 'ios' | 'android' | 'other' | 'none'

interface BrowserFacts {
  userAgent: string
  maxTouchPoints: number
  isInstalled: boolean
}

export function browserFacts(): BrowserFacts {
  const { userAgent, maxTouchPoints } = navigator
  return { userAgent, maxTouchPoints, isInstalled: window.matchMedia('(display-mode: standalone)').matches }
}

export function mobilePlatform({ userAgent, maxTouchPoints, isInstalled }: BrowserFacts): MobilePlatform {
  if (isInstalled) return 'none'
  if (isMobileIos({ userAgent, maxTouchPoints })) return isSafari(userAgent) ? 'none' : 'ios'
  return isAndroid(userAgent) ? 'android' : 'other'
}

export const isAndroid = (userAgent: string) => userAgent.includes('Android')

/** iPads say that they are Macs, but no Mac has a touch screen. */
export function isMobileIos({ userAgent, maxTouchPoints }: Omit<BrowserFacts, 'isInstalled'>): boolean {
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
}

/** Every browser of iOS is WebKit and says Safari; the others add their own name. */
function isSafari(userAgent: string): boolean {
  return (
    /Safari\//.test(userAgent) &&
    !/CriOS|FxiOS|EdgiOS|OPiOS|OPT\/|DuckDuckGo|Brave|YaBrowser|GSA\//.test(userAgent)
  )
}
