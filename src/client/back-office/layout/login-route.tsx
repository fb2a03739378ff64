import { createFileRoute, Link, useLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useState, type ReactNode } from 'react'
import { SITE } from '@/site/site'
import { SecondFactorGate } from '@/client/shared/sign-in/second-factor-gate'
import { signInFailure } from '@/client/shared/sign-in/provider-sign-in'
import { fieldProps, useSchemaForm } from '@/client/shared/forms/use-schema-form'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { consumeReturnAddress } from '@/client/shared/session/return-address'
import { useCurrentUser } from '@/client/shared/session/use-current-user'
import { useUnsaved } from '@/client/shared/forms/unsaved'
import { Banner } from '@/client/design-system/banner'
import { Button } from '@/client/design-system/button'
import { TextField } from '@/client/design-system/forms/field'
import { Logo } from '@/client/design-system/icons'
import { PasswordField } from '@/client/design-system/forms/password-field'
import { signInSchema, type SignIn } from '@/domain/accounts/account'
import * as m from '@/messages/compiled/messages.js'
import { tabStorage } from '@/offline/page/page-storage'
import { usePageTitle } from './navigation'
import { css } from 'styled-system/css'
import { card, textLink } from 'styled-system/recipes'
import { isAdmin } from './admin-guard'
import type { SecondFactorPrompt } from '@/contract/errors'

/** The back office's sign-in, which leads on to the remembered address, or the dashboard (rules 4.2). */
function LoginPage() {
  const router = useRouter()
  const user = useCurrentUser()
  const [error, setError] = useState<string>()
  const [secondFactor, setSecondFactor] = useState<SecondFactorPrompt>()
  const { form, formProps, isDirty, isSubmitting } = useSchemaForm<SignIn, SignIn>({
    schema: signInSchema,
    initialValues: { email: '', password: '' },
    onValid: async (credentials) => {
      setError(undefined)
      const result = await signIn(credentials)
      if (typeof result === 'object') setSecondFactor(result)
      else setError(result)
    },
  })
  useUnsaved(isDirty)
  usePageTitle(m.admin_login_title())

  useEffect(() => {
    // Somebody who is signed in already is redirected as well.
    if (user && isAdmin(user))
      router.history.replace(consumeReturnAddress(tabStorage(), 'back-office') ?? '/backoffice/dashboard')
  }, [user, router])

  if (secondFactor !== undefined)
    return (
      <LoginFrame>
        <SecondFactorGate
          prompt={secondFactor}
          onSignedIn={() => undefined}
          onStartAgain={(reason) => {
            setError(reason)
            setSecondFactor(undefined)
          }}
        />
      </LoginFrame>
    )
  return (
    <LoginFrame>
      {user ? null : <SessionOverNote />}
      {error ? (
        <Banner tone="danger" role="alert">
          {error}
        </Banner>
      ) : null}
      <form {...formProps} method="post" className={fields}>
        <form.Field name="email">
          {(field) => (
            <TextField
              label={m.admin_login_email()}
              type="email"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              required
              {...fieldProps(field)}
            />
          )}
        </form.Field>
        <form.Field name="password">
          {(field) => (
            <PasswordField
              label={m.admin_login_password()}
              showLabel={m.sign_in_password_show()}
              hideLabel={m.sign_in_password_hide()}
              autoComplete="current-password"
              required
              {...fieldProps(field)}
            />
          )}
        </form.Field>
        <Button type="submit" full busy={isSubmitting}>
          {isSubmitting ? m.admin_login_submitting() : m.admin_login_submit()}
        </Button>
      </form>
      <Link to="/" className={textLink()}>
        {m.admin_login_home()}
      </Link>
    </LoginFrame>
  )
}

function SessionOverNote() {
  const isSessionOver = useLocation({ select: ({ state }) => state.isSessionOver })
  if (!isSessionOver) return null
  return (
    <Banner tone="warning" role="alert">
      {m.sign_in_session_over()}
    </Banner>
  )
}

function LoginFrame({ children }: { children: ReactNode }) {
  return (
    <main className={frame}>
      <div className={card({ pad: true })}>
        <div className={fields}>
          <Logo name={SITE.name} />
          <h1 className={title}>{m.admin_login_title()}</h1>
          {children}
        </div>
      </div>
    </main>
  )
}

async function signIn({ email, password }: SignIn): Promise<SecondFactorPrompt | string | undefined> {
  try {
    const { session } = await loadOfflineClient()
    const outcome = await session.login(email, password)
    if (outcome.kind === 'refused' && outcome.secondFactor) return outcome.secondFactor
    if (outcome.kind !== 'ok') return signInFailure(outcome)
    if (isAdmin(outcome.data.user)) return undefined
    await session.logout()
    return m.admin_login_not_admin()
  } catch {
    return m.sign_in_unreachable()
  }
}

const frame = css({
  display: 'grid',
  placeItems: 'center',
  minHeight: '[100dvh]',
  padding: '4',
  bg: 'bg.page',
  '& > *': { width: '[min(100%, 26rem)]' },
})
const fields = css({ display: 'grid', gap: '5' })
const title = css({ textStyle: 'subheading' })

export const Route = createFileRoute('/backoffice/login')({
  ssr: false,
  head: () => ({
    meta: [{ title: `Back office · ${SITE.name}` }, { name: 'robots', content: 'noindex, nofollow' }],
  }),
  component: LoginPage,
})
