import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Badge } from '@/client/design-system/badge'
import { AppleIcon } from '@/client/design-system/icons/brand-icons'
import { Button } from '@/client/design-system/button'
import type { User } from '@/contract/accounts/auth'
import { LiveRegion } from '@/client/design-system/visually-hidden'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'
import { cluster } from 'styled-system/patterns'
import { LoadError } from './load-error'
import { NameForm } from './name-form'
import type { NameDraft } from './name-form'
import { profileQuery } from './profile-queries'
import { Section } from './section'

interface PersonalInformationProps {
  user: User
  draft: NameDraft | undefined
  onDraft: (draft: NameDraft | undefined) => void
}

/** Name, address and connected accounts (rules 2.11). The session knows name and address before the server answers. */
export function PersonalInformation({ user, draft, onDraft }: PersonalInformationProps) {
  const profile = useQuery(profileQuery(user.id))
  const { name, email } = profile.data ?? user
  const editButton = useRef<HTMLButtonElement>(null)
  const isEditing = draft !== undefined
  const wasEditing = useRef(isEditing)
  useEffect(() => {
    if (wasEditing.current && !isEditing) editButton.current?.focus()
    wasEditing.current = isEditing
  }, [isEditing])
  return (
    <Section title={m.profile_personal()}>
      {draft === undefined ? (
        <div className={line}>
          <dl className={fact}>
            <dt className={term}>{m.profile_name()}</dt>
            <dd>{name}</dd>
          </dl>
          <Button
            ref={editButton}
            variant="secondary"
            size="sm"
            aria-label={m.profile_name_edit_label()}
            onClick={() => onDraft({ ownerId: user.id, name, savedName: name })}
          >
            {m.profile_name_edit()}
          </Button>
        </div>
      ) : (
        <NameForm draft={draft} onChange={onDraft} onClose={() => onDraft(undefined)} />
      )}
      <dl className={fact}>
        <dt className={term}>{m.profile_email()}</dt>
        <dd>{email}</dd>
      </dl>
      {profile.data?.isGoogleConnected || profile.data?.isAppleConnected ? (
        <dl className={fact}>
          <dt className={term}>{m.profile_accounts()}</dt>
          <dd className={cluster({ gap: '2' })}>
            {profile.data.isGoogleConnected ? <Badge tone="sea">{m.profile_google()}</Badge> : null}
            {profile.data.isAppleConnected ? (
              <Badge tone="sea" icon={<AppleIcon size={14} />}>
                {m.profile_apple()}
              </Badge>
            ) : null}
          </dd>
        </dl>
      ) : null}
      <LiveRegion>{profile.isLoadingError ? m.profile_load_failed() : null}</LiveRegion>
      {profile.isLoadingError ? <LoadError title={m.profile_load_failed()} query={profile} /> : null}
    </Section>
  )
}

const line = css({ display: 'flex', flexWrap: 'wrap', gap: '3', alignItems: 'center' })
const fact = css({ flex: '[1 1 12rem]', minWidth: '0', overflowWrap: 'anywhere' })
const term = css({ textStyle: 'label', color: 'fg.muted' })
