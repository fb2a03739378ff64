import { ProviderButtons } from '@/client/shared/sign-in/provider-buttons'
import { Banner } from '@/client/design-system/banner'
import type { Profile } from '@/contract/accounts/profile'
import * as m from '@/messages/compiled/messages.js'
import { PasswordLink } from './password-link'

interface SignInAgainProps {
  profile: Profile
  /** Called after a sign-in in a popup; otherwise the page comes back by itself. */
  onSignedIn: () => void
}

/** A fresh sign-in with a provider stands in for the password that the account does not have. */
export function SignInAgain({ profile, onSignedIn }: SignInAgainProps) {
  return (
    <>
      <Banner tone="warning" role="alert" title={m.profile_delete_again_title()}>
        {m.profile_delete_again_text()}
      </Banner>
      <ProviderButtons
        returnTo={`/profile?delete=${profile.id}`}
        only={[
          ...(profile.isGoogleConnected ? (['google'] as const) : []),
          ...(profile.isAppleConnected ? (['apple'] as const) : []),
        ]}
        onSignedIn={onSignedIn}
        withoutSeparator
        otherwise={
          <>
            <p>{m.profile_delete_choose_password()}</p>
            <PasswordLink email={profile.email} />
          </>
        }
      />
    </>
  )
}
