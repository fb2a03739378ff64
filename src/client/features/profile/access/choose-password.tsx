import type { Profile } from '@/contract/accounts/profile'
import * as m from '@/messages/compiled/messages.js'
import { PasswordLink } from './password-link'
import { Section } from '../section'

/** The section of an account without a password: how its person signs in, and a way to choose one. */
export function ChoosePassword({ profile }: { profile: Profile }) {
  return (
    <Section title={m.profile_no_password()}>
      <p>
        {howTheySignIn(profile)} {m.profile_no_password_why()}
      </p>
      <PasswordLink email={profile.email} />
    </Section>
  )
}

function howTheySignIn({ isAppleConnected, isGoogleConnected }: Profile): string {
  if (isAppleConnected && isGoogleConnected) return m.profile_no_password_both()
  if (isGoogleConnected) return m.profile_no_password_google()
  return isAppleConnected ? m.profile_no_password_apple() : m.profile_no_password_none()
}
