import type { ReactNode } from 'react'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'
import { Footer } from './footer'
import { Header } from './header'
import { loadWhenIdle } from './load-when-idle'
import { OfflineBanner } from './offline-banner'
import { ToastOutlet } from './toast-outlet'

const BottomBanners = loadWhenIdle(async () => (await import('./bottom-banners')).BottomBanners)

/** The layout of every public page (spec 2.2). */
export function Frame({ children }: { children: ReactNode }) {
  return (
    <div className={frame}>
      <a href="#content" className={skipLink}>
        {m.shell_skip_to_content()}
      </a>
      <Header />
      <OfflineBanner />
      <main id="content" tabIndex={-1} className={main}>
        {children}
      </main>
      <Footer />
      <BottomBanners />
      <ToastOutlet />
    </div>
  )
}

const frame = css({ display: 'flex', flexDirection: 'column', minHeight: '[100dvh]' })
const main = css({ flex: '1' })

const skipLink = css({
  position: 'absolute',
  left: '4',
  top: '[-10rem]',
  zIndex: 'toast',
  paddingInline: '5',
  paddingBlock: '3',
  borderRadius: 'full',
  bg: 'bg.raised',
  color: 'fg.default',
  fontWeight: 'bold',
  boxShadow: 'high',
  _focusVisible: { top: '3' },
})
