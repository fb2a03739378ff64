import { useQuery } from '@tanstack/react-query'
import { useHydrated } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { report } from '@/client/shared/offline/offline-client'
import { AppleIcon, createIcon } from '@/client/design-system/icons'
import { Button } from '@/client/design-system/button'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'
import { PROVIDER_NAMES, beginProviderSignIn, signInProvidersQuery } from './provider-sign-in'
import type { ProviderName } from './provider-sign-in'

/** Google's sign in the strokes of our own icons. It is here, since the others are in every page's footer. */
const GoogleIcon = /* @__PURE__ */ createIcon('M20 12h-8M20 12a8 8 0 11-2.6-5.9')

const BUTTONS = {
  google: { Icon: GoogleIcon, label: m.provider_google_continue, failed: m.provider_google_failed },
  apple: { Icon: AppleIcon, label: m.provider_apple_continue, failed: m.provider_apple_failed },
}

interface ProviderButtonsProps {
  returnTo?: string
  only?: readonly ProviderName[]
  /** A popup has signed somebody in, or the same person again. Without a popup the page is left and comes back by itself. */
  onSignedIn?: () => void
  withoutSeparator?: boolean
  otherwise?: ReactNode
}

/** A button for each provider that the server has configured; nothing when it has none or does not say (rules 2.10). */
export function ProviderButtons(props: ProviderButtonsProps) {
  const { returnTo, only = PROVIDER_NAMES, onSignedIn, withoutSeparator = false, otherwise = null } = props
  const { data: providers, isPending } = useQuery(signInProvidersQuery())
  const isHydrated = useHydrated()
  const [state, setState] = useState<{
    provider: ProviderName
    is: 'begun' | 'failed' | 'storage-forbidden'
  }>()
  useClearOnReturn(() => setState(undefined))
  const offered = PROVIDER_NAMES.flatMap((provider) => {
    const settings = only.includes(provider) ? providers?.[provider] : undefined
    return settings === undefined ? [] : [{ provider, settings, ...BUTTONS[provider] }]
  })
  if (offered.length === 0) return isPending ? null : otherwise

  const begin = async ({ provider, settings }: (typeof offered)[number]) => {
    setState({ provider, is: 'begun' })
    try {
      const outcome = await beginProviderSignIn(provider, settings, {
        returnTo,
        onClosed: () => setState(undefined),
      })
      setState(outcome === 'storage-forbidden' ? { provider, is: outcome } : undefined)
      if (outcome === 'signed-in') onSignedIn?.()
    } catch (error) {
      report('Sign-in with a provider failed.', error)
      setState({ provider, is: 'failed' })
    }
  }
  const isAway = (provider: ProviderName) => state?.is === 'begun' && state.provider === provider
  return (
    <div className={frame}>
      {withoutSeparator ? null : <p className={separator}>{m.provider_or()}</p>}
      {offered.map((button) => (
        <Button
          key={button.provider}
          variant="secondary"
          full
          disabled={!isHydrated}
          busy={button.provider === 'google' && isAway('google')}
          onClick={() => void begin(button)}
        >
          <button.Icon size="1.25rem" />
          {button.label()}
        </Button>
      ))}
      <output className={message}>
        {isAway('apple') ? m.provider_apple_window() : null}
        {state === undefined || state.is === 'begun' ? null : `${BUTTONS[state.provider].failed()}. `}
        {state?.is === 'storage-forbidden' ? m.provider_storage_needed() : null}
      </output>
    </div>
  )
}

function useClearOnReturn(clear: () => void): void {
  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && clear()
    window.addEventListener('pageshow', onShow)
    return () => window.removeEventListener('pageshow', onShow)
  })
}

const frame = css({ display: 'grid', gap: '3' })
const separator = css({
  display: 'flex',
  alignItems: 'center',
  gap: '3',
  color: 'fg.muted',
  fontSize: 'sm',
  _before: { content: '""', flex: '1', borderTop: '[1px solid token(colors.border)]' },
  _after: { content: '""', flex: '1', borderTop: '[1px solid token(colors.border)]' },
})
const message = css({ color: 'fg.muted', fontSize: 'sm', textAlign: 'center', _empty: { display: 'none' } })
