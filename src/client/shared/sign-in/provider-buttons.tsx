import { useQuery } from '@tanstack/react-query'
import { useHydrated } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { RouterContext } from '@/client/shared/layout/page-head'
import { report } from '@/client/shared/offline/offline-client'
import { consumeReturnAddress, storeReturnAddress } from '@/client/shared/session/return-address'
import { AppleIcon, createIcon } from '@/client/design-system/icons'
import { Button } from '@/client/design-system/button'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'
import {
  PROVIDER_NAMES,
  beginProviderSignIn,
  signInProvidersQuery,
  type ProviderName,
} from './provider-sign-in'

/** Google's sign in the strokes of our own icons. It is here, since the others are in every page's footer. */
const GoogleIcon = /* @__PURE__ */ createIcon('M20 12h-8M20 12a8 8 0 11-2.6-5.9')

const BUTTONS = {
  google: { Icon: GoogleIcon, name: 'Google' },
  apple: { Icon: AppleIcon, name: 'Apple' },
}

/** Called by the loader of a page with the buttons: they move nothing when they come on the page that the server renders. */
export async function prefetchProviders({ api, origin, queryClient }: RouterContext): Promise<void> {
  if (!import.meta.env.SSR || api === undefined) return
  await queryClient.prefetchQuery(signInProvidersQuery({ api, origin }))
}

/**
 * A button for each provider that the server has configured; nothing when it has none or does not say (rules 2.10). `onSignedIn`: a popup
 * has signed somebody in. Without a popup the page is left and comes back by itself.
 */
export function ProviderButtons({ onSignedIn }: { onSignedIn?: () => void }) {
  const { data: providers } = useQuery(signInProvidersQuery())
  const isHydrated = useHydrated()
  const [state, setState] = useState<{
    provider: ProviderName
    is: 'begun' | 'failed' | 'storage-forbidden'
  }>()
  useEffect(() => {
    // The person has come back from the provider to the page as it was left.
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && setState(undefined)
    window.addEventListener('pageshow', onShow)
    return () => window.removeEventListener('pageshow', onShow)
  }, [])
  const offered = PROVIDER_NAMES.flatMap((provider) => {
    const settings = providers?.[provider]
    return settings === undefined ? [] : [{ provider, settings, ...BUTTONS[provider] }]
  })
  if (offered.length === 0) return null

  const begin = async ({ provider, settings }: (typeof offered)[number]) => {
    setState({ provider, is: 'begun' })
    // Back from a provider one goes home without a remembered page, whichever window it was in.
    storeReturnAddress(consumeReturnAddress('public') ?? '/')
    try {
      const outcome = await beginProviderSignIn(provider, settings, () => setState(undefined))
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
      <p className={separator}>{m.provider_or()}</p>
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
          {m.provider_continue(button)}
        </Button>
      ))}
      <output className={message}>
        {isAway('apple') ? m.provider_apple_window() : null}
        {state === undefined || state.is === 'begun'
          ? null
          : `${m.provider_failed(BUTTONS[state.provider])}. `}
        {state?.is === 'storage-forbidden' ? m.provider_storage_needed() : null}
      </output>
    </div>
  )
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
