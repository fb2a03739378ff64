import { Link } from '@tanstack/react-router'
import { WifiOffIcon } from '@/client/design-system/icons/icons'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'
import { useHasSavedContent } from './saved-content'
import { useOnline } from '@/client/shared/offline/use-online'

/** A banner under the header. The live region stays mounted, so that readers announce what comes into it. */
export function OfflineBanner() {
  const isOnline = useOnline()
  const hasSaved = useHasSavedContent()
  return (
    <div aria-live="polite">
      {isOnline ? null : (
        <p className={strip}>
          <WifiOffIcon size={18} />
          <span>
            <strong>{m.app_offline_title()}.</strong>{' '}
            <Link to="/on-this-device">{hasSaved ? m.shell_offline_text() : m.device_see()}</Link>
          </span>
        </p>
      )}
    </div>
  )
}

const strip = css({
  _print: { display: 'none' },
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: '2',
  paddingBlock: '2',
  paddingInline: 'gutter',
  bg: 'warning.subtle',
  color: 'warning.fg',
  textStyle: 'small',
  '& svg': { flexShrink: '0' },
  '& a': { textDecoration: 'underline' },
})
