import { existsSync } from 'node:fs'

/** An engine other than Chromium's that the journeys run in. */
export type EngineName = 'firefox' | 'webkit'

export const FIREFOX = '/usr/bin/firefox-esr'
export const WEBKIT_DRIVER = '/usr/bin/WebKitWebDriver'

/** Debian's packages of an engine, and a file of each by which it is found. */
const PACKAGES: Record<EngineName, Record<string, string>> = {
  firefox: { 'firefox-esr': FIREFOX },
  webkit: {
    'webkit2gtk-driver': WEBKIT_DRIVER,
    gjs: '/usr/bin/gjs',
    'gir1.2-webkit2-4.1': '/usr/lib/x86_64-linux-gnu/girepository-1.0/WebKit2-4.1.typelib',
    xvfb: '/usr/bin/Xvfb',
  },
}

export const ENGINES = Object.keys(PACKAGES) as EngineName[]

/** Debian's packages that an engine lacks on this machine; none when it can run. */
export function missingPackages(engine: EngineName): string[] {
  return Object.entries(PACKAGES[engine]).flatMap(([name, file]) => (existsSync(file) ? [] : [name]))
}
