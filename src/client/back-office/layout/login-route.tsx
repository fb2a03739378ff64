import { createFileRoute, useLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { Banner } from '@/client/design-system/banner'
import { Logo } from '@/client/design-system/icons'
import { subheadingText } from '@/client/design-system/text'
import { EmailField, PasswordField, SubmitButton, useSchemaForm } from '@/client/shared/forms/use-schema-form'
import { withOfflineClient } from '@/client/shared/offline/client-call'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { consumeReturnAddress } from '@/client/shared/session/return-address'
import { useCurrentUser } from '@/client/shared/session/use-current-user'
import { signInFailure } from '@/client/shared/sign-in/provider-sign-in'
import { SecondFactorGate } from '@/client/shared/sign-in/second-factor-gate'
import type { SecondFactorPrompt } from '@/contract/errors'
import { signInSchema, type SignIn } from '@/domain/accounts/account'
import { TextLink } from '@/client/shared/links/link'
import * as m from '@/messages/compiled/messages.js'
import { SITE } from '@/site/site'
import { css } from 'styled-system/css'
import { column } from 'styled-system/patterns'
import { card } from 'styled-system/recipes'
import { isAdmin } from './admin-guard'
import { usePageTitle } from './navigation'

/** The back office's sign-in, which leads on to the remembered address, or the dashboard (rules 4.2). */
function LoginPage() {
  const router = useRouter()
  const user = useCurrentUser()
  const isSessionOver = useLocation({ select: ({ state }) => state.isSessionOver })
  const [error, setError] = useState<string>()
  const [secondFactor, setSecondFactor] = useState<SecondFactorPrompt>()
  usePageTitle(m.admin_login_title())

  useEffect(() => {
    // Somebody who is signed in already is redirected as well.
    if (user && isAdmin(user))
      router.history.replace(consumeReturnAddress('back-office') ?? '/backoffice/dashboard')
  }, [user, router])

  const signIn = async ({ email, password }: SignIn) => {
    setError(undefined)
    const outcome = await withOfflineClient(({ session }) => session.login(email, password))
    if (outcome.kind === 'refused' && outcome.secondFactor) return setSecondFactor(outcome.secondFactor)
    if (outcome.kind !== 'ok') return setError(signInFailure(outcome))
    if (isAdmin(outcome.data.user)) return
    await (await loadOfflineClient()).session.logout()
    setError(m.admin_login_not_admin())
  }
  return (
    <main className={frame}>
      <div className={card({ pad: true })}>
        <div className={lines}>
          <Logo name={SITE.name} />
          <h1 className={subheadingText}>{m.admin_login_title()}</h1>
          {secondFactor === undefined ? (
            <>
              {isSessionOver && !user ? (
                <Banner tone="warning" role="alert">
                  {m.sign_in_session_over()}
                </Banner>
              ) : null}
              {error === undefined ? null : (
                <Banner tone="danger" role="alert">
                  {error}
                </Banner>
              )}
              <LoginForm onSubmit={signIn} />
              <TextLink to="/">{m.admin_login_home()}</TextLink>
            </>
          ) : (
            <SecondFactorGate
              prompt={secondFactor}
              onSignedIn={() => undefined}
              onStartAgain={(reason) => {
                setError(reason)
                setSecondFactor(undefined)
              }}
            />
          )}
        </div>
      </div>
    </main>
  )
}

function LoginForm({ onSubmit }: { onSubmit: (credentials: SignIn) => Promise<void> }) {
  const { fields, formProps, isSubmitting } = useSchemaForm({
    schema: signInSchema,
    initialValues: { email: '', password: '' },
    onValid: onSubmit,
  })
  return (
    <form {...formProps} className={lines}>
      <EmailField {...fields.email} />
      <PasswordField {...fields.password} />
      <SubmitButton isBusy={isSubmitting} label={m.sign_in_submit()} busyLabel={m.sign_in_submitting()} />
    </form>
  )
}

const frame = css({
  display: 'grid',
  placeItems: 'center',
  minHeight: '[100dvh]',
  padding: '4',
  bg: 'bg.page',
  '& > *': { width: '[min(100%, 26rem)]' },
})
const lines = column({ gap: '5' })

export const Route = createFileRoute('/backoffice/login')({
  ssr: false,
  head: () => ({
    meta: [{ title: `Back office · ${SITE.name}` }, { name: 'robots', content: 'noindex, nofollow' }],
  }),
  component: LoginPage,
})
