import { expect, test } from 'vitest'
import { appleAuthorizationUrl, googleAuthorizationUrl } from './provider-sign-in'

const attempt = { state: 'a state', nonce: 'a nonce', startedAt: 0 } as const
const settings = {
  authorization_endpoint: 'https://provider.example/auth?hd=1',
  client_id: 'guide',
  redirect_uri: 'https://guide.example/back?',
}
const parametersOf = (url: string) => Object.fromEntries(new URL(url).searchParams)

test('Google is asked with state, nonce, and a challenge in place of its verifier (RFC 7636, appendix B)', async () => {
  const codeVerifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
  const google = { ...attempt, provider: 'google', opensIn: 'page', codeVerifier } as const
  const url = await googleAuthorizationUrl(settings, google)
  expect(parametersOf(url)).toEqual({
    hd: '1',
    response_type: 'code',
    client_id: 'guide',
    redirect_uri: 'https://guide.example/back?',
    scope: 'openid email profile',
    prompt: 'select_account',
    state: 'a state',
    nonce: 'a nonce',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  })
})

test('Apple is asked to post name and email', () => {
  const url = appleAuthorizationUrl(settings, { ...attempt, provider: 'apple', opensIn: 'popup' })
  expect(parametersOf(url)).toEqual({
    hd: '1',
    response_type: 'code',
    response_mode: 'form_post',
    client_id: 'guide',
    redirect_uri: 'https://guide.example/back?',
    scope: 'openid name email',
    state: 'a state',
    nonce: 'a nonce',
  })
})
