import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { SITE } from '@/site/site'
import { Spinner } from '@/client/design-system/skeleton'
import { noindexHead } from '@/client/shared/layout/page-head'
import { isMobileIos } from '@/client/shared/pwa/mobile-platform'
import { TextLink } from '@/client/shared/links/link'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'
import { pageColumn } from 'styled-system/patterns'

const REDIRECT_AFTER_MS = 100

/** Sends phones and tablets of Apple to the app store, everyone else to the events (rules 2.1, redirect page). */
function AppRedirectPage() {
  const navigate = useNavigate()
  useEffect(() => {
    const timer = setTimeout(() => {
      if (isMobileIos(navigator)) window.location.replace(SITE.appStoreUrl)
      else void navigate({ to: '/events', replace: true })
    }, REDIRECT_AFTER_MS)
    return () => clearTimeout(timer)
  }, [navigate])
  return (
    <div className={pageColumn({ width: 'text', justifyItems: 'center' })}>
      <h1 className={line}>
        <Spinner /> {m.download_redirecting()}
      </h1>
      <TextLink to="/events">{m.download_redirect_fallback()}</TextLink>
    </div>
  )
}

const line = css({ display: 'flex', gap: '3', alignItems: 'center', textStyle: 'lead' })

/** The address that posters and QR codes carry (rules 2.1). */
export const Route = createFileRoute('/app')({
  head: noindexHead(m.download_redirecting),
  component: AppRedirectPage,
})
