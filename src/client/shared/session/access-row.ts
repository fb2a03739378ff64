import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'
import { cluster } from 'styled-system/patterns'

export const accessRow = {
  row: cluster({ gap: '3', justify: 'space-between', paddingBlock: '3', borderTop: 'hairline' }),
  facts: css({ flex: '[1 1 10rem]', minWidth: '0', overflowWrap: 'anywhere' }),
  name: css({ fontWeight: 'medium' }),
}

const BROWSER = /Edg|OPR|SamsungBrowser|Firefox|FxiOS|CriOS|Chrome|Safari/g
const SYSTEM = /iPhone|iPad|Android|Windows|CrOS|Macintosh|Linux/g

/** Browser and system by the names that a `User-Agent` gives them: it helps to recognise a device, no more. */
export function deviceLabel(userAgent: string | null): string {
  // Most browsers also name those that they descend from: Edge stands after Chrome, which stands before Safari.
  const browsers = userAgent?.match(BROWSER)?.filter((one, index) => index === 0 || one !== 'Safari')
  const [browser, system] = [browsers?.at(-1), userAgent?.match(SYSTEM)?.at(-1)]
  if (browser !== undefined && system !== undefined) return m.profile_session_device({ browser, system })
  return browser ?? system ?? m.profile_session_unknown()
}
