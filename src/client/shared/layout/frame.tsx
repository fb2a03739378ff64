import { useHydrated } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { css } from 'styled-system/css'
import { Footer } from './footer'
import { Header } from './header'
import { BottomBanners } from './bottom-banners'
import { OfflineBanner } from './offline-banner'
import { SkipLink } from './skip-link'
import { ToastOutlet } from '@/client/shared/notifications/toast-outlet'

/** The layout of every public page (rules 2.2). */
export function Frame({ children }: { children: ReactNode }) {
  const isHydrated = useHydrated()
  return (
    <div className={frame}>
      <SkipLink />
      <Header />
      <OfflineBanner />
      <main id="content" tabIndex={-1} className={main}>
        {children}
      </main>
      <Footer />
      {/* Their text depends on the browser. */}
      {isHydrated ? <BottomBanners /> : null}
      <ToastOutlet />
    </div>
  )
}

const frame = css({ display: 'flex', flexDirection: 'column', minHeight: '[100dvh]' })
const main = css({ flex: '1' })
