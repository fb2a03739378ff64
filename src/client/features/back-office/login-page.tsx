import { Link, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { FormEvent } from 'react'
import { refusalText } from '@/client/kit/refusal-text'
import { loadOfflineClient } from '@/client/shell/offline-client'
import { Banner } from '@/client/ui/banner'
import { Button } from '@/client/ui/button'
import { TextField } from '@/client/ui/field'
import { Logo } from '@/client/ui/logo'
import type { Session } from '@/contract/auth'
import * as m from '@/messages/compiled/messages.js'
import { problemText } from '@/messages/problem-text'
import type { Outcome } from '@/offline/outcome'
import { SITE } from '@/site'
import { css } from 'styled-system/css'
import { card, textLink } from 'styled-system/recipes'
import { isAdmin } from './admin-guard'
import { takeAddress } from './remembered-address'
import { useSessionUser } from './use-session-user'

/** Back-office sign-in: on to the remembered address, or the dashboard (spec 4). */
export function LoginPage() {
  const router = useRouter()
  const user = useSessionUser()
  const [values, setValues] = useState({ email: '', password: '' })
  const [isChecked, setChecked] = useState(false)
  const [trouble, setTrouble] = useState<string>()
  const [busy, setBusy] = useState(false)

  useEffect(() => {
    // Also who is signed in already has nothing to do here.
    if (user && isAdmin(user)) router.history.replace(takeAddress(window.sessionStorage))
  }, [user, router])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    setTrouble(undefined)
    if (busy || values.email.trim() === '' || values.password === '') return
    setBusy(true)
    try {
      const { session } = await loadOfflineClient()
      const outcome = await session.login(values.email.trim(), values.password)
      if (outcome.kind !== 'ok') return setTrouble(loginTrouble(outcome))
      if (isAdmin(outcome.data.user)) return
      await session.logout()
      setTrouble(m.admin_login_not_admin())
    } catch {
      setTrouble(m.admin_unreachable())
    } finally {
      setBusy(false)
    }
  }

  const required = (value: string) => (isChecked && value === '' ? problemText('required') : undefined)
  return (
    <main className={frame}>
      <form noValidate onSubmit={submit} className={card({ pad: true })}>
        <div className={fields}>
          <Logo name={SITE.name} />
          <h1 className={title}>{m.admin_login_title()}</h1>
          {trouble ? (
            <Banner tone="danger" role="alert">
              {trouble}
            </Banner>
          ) : null}
          <TextField
            label={m.admin_login_email()}
            type="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            required
            value={values.email}
            error={required(values.email)}
            onChange={(event) => setValues({ ...values, email: event.target.value })}
          />
          <TextField
            label={m.admin_login_password()}
            type="password"
            autoComplete="current-password"
            required
            value={values.password}
            error={required(values.password)}
            onChange={(event) => setValues({ ...values, password: event.target.value })}
          />
          <Button type="submit" full busy={busy}>
            {busy ? m.admin_login_submitting() : m.admin_login_submit()}
          </Button>
          <Link to="/" className={textLink()}>
            {m.admin_login_home()}
          </Link>
        </div>
      </form>
    </main>
  )
}

/** Whatever was wrong with address or password is one sentence (spec 8); other trouble has its own. */
function loginTrouble(outcome: Exclude<Outcome<Session>, { kind: 'ok' }>): string {
  if (outcome.kind === 'unreachable') {
    return outcome.reason === 'not-ours' ? m.admin_login_invalid_response() : m.admin_unreachable()
  }
  const isOwnSentence = outcome.code === 'EMAIL_NOT_CONFIRMED' || outcome.code === 'TOO_MANY_REQUESTS'
  return (isOwnSentence ? refusalText(outcome) : undefined) ?? m.admin_login_failed()
}

const frame = css({
  display: 'grid',
  placeItems: 'center',
  minHeight: '[100dvh]',
  padding: '4',
  bg: 'bg.page',
  '& > form': { width: '[min(100%, 26rem)]' },
})
const fields = css({ display: 'grid', gap: '5' })
const title = css({ textStyle: 'subheading' })
