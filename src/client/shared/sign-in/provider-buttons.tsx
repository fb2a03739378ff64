import { useQuery, type QueryClient } from '@tanstack/react-query'
import { useHydrated } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { ApiClient } from '@/offline/api/api-client'
import { report } from '@/client/shared/offline/offline-client'
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
export async function prefetchProviders({
  api,
  origin,
  queryClient,
}: {
  api?: ApiClient
  origin: string
  queryClient: QueryClient
}): Promise<void> {
  if (!import.meta.env.SSR || api === undefined) return
  await queryClient.prefetchQuery(signInProvidersQuery({ api, origin }))
}

/** A button for each provider that the server has configured; nothing when it has none or does not say (rules 2.10). */
export function ProviderButtons() {
  const { data: providers } = useQuery(signInProvidersQuery())
  const isHydrated = useHydrated()
  const [state, setState] = useState<{
    provider: ProviderName
    is: 'begun' | 'failed' | 'storage-forbidden'
  }>()
  useClearOnReturn(() => setState(undefined))
  const offered = PROVIDER_NAMES.flatMap((provider) => {
    const settings = providers?.[provider]
    return settings === undefined ? [] : [{ provider, settings, ...BUTTONS[provider] }]
  })
  if (offered.length === 0) return null

  const begin = async ({ provider, settings }: (typeof offered)[number]) => {
    setState({ provider, is: 'begun' })
    try {
      setState({ provider, is: await beginProviderSignIn(provider, settings) })
    } catch (error) {
      report('Sign-in with a provider failed.', error)
      setState({ provider, is: 'failed' })
    }
  }
  const hasFailed = state !== undefined && state.is !== 'begun'
  return (
    <div className={frame}>
      <p className={separator}>{m.provider_or()}</p>
      {offered.map((button) => (
        <Button
          key={button.provider}
          variant="secondary"
          full
          disabled={!isHydrated}
          busy={state?.is === 'begun' && state.provider === button.provider}
          onClick={() => void begin(button)}
        >
          <button.Icon size="1.25rem" />
          {m.provider_continue(button)}
        </Button>
      ))}
      <output className={message}>
        {hasFailed ? `${m.provider_failed(BUTTONS[state.provider])}. ` : null}
        {state?.is === 'storage-forbidden' ? m.provider_storage_needed() : null}
      </output>
    </div>
  )
}

/** The browser's back button may show this page as it was left. */
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
