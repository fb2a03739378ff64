import { Banner } from '@/client/ui/banner'
import { Button } from '@/client/ui/button'
import type { Profile } from '@/contract/profile'
import * as m from '@/messages/compiled/messages.js'
import { cluster } from 'styled-system/patterns'

/** A fresh sign-in with a provider stands in for the password that the account does not have. */
export function SignInAgain({ profile }: { profile: Profile }) {
  return (
    <Banner tone="warning" role="alert" title={m.profile_delete_again_title()}>
      <p>{m.profile_delete_again_text()}</p>
      <div className={cluster({ gap: '2', marginTop: '2' })}>
        {profile.isGoogleConnected ? (
          <Button size="sm" onClick={() => undefined}>
            {m.profile_delete_google()}
          </Button>
        ) : null}
        {profile.isAppleConnected ? (
          <Button size="sm" onClick={() => undefined}>
            {m.profile_delete_apple()}
          </Button>
        ) : null}
      </div>
    </Banner>
  )
}
