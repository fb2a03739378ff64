import type { ReactNode } from 'react'
import { css } from 'styled-system/css'
import { Footer } from './footer'
import { Header } from './header'
import { loadWhenIdle } from '@/client/shared/loading/load-when-idle'
import { OfflineBanner } from './offline-banner'
import { SkipLink } from './skip-link'
import { ToastOutlet } from '@/client/shared/notifications/toast-outlet'
import { useIsPastFirstPaint } from '@/client/shared/loading/use-is-past-first-paint'

const BottomBanners = loadWhenIdle(async () => (await import('./bottom-banners')).BottomBanners)

/** The layout of every public page (rules 2.2). */
export function Frame({ children }: { children: ReactNode }) {
  const isPastFirstPaint = useIsPastFirstPaint()
  return (
    <div className={frame}>
      <SkipLink />
      <Header />
      <OfflineBanner />
      <main id="content" tabIndex={-1} className={main}>
        {children}
      </main>
      {isPastFirstPaint ? <Footer /> : null}
      <BottomBanners />
      <ToastOutlet />
    </div>
  )
}

const frame = css({ display: 'flex', flexDirection: 'column', minHeight: '[100dvh]' })
const main = css({ flex: '1' })
