import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useUnsaved } from '@/client/shared/forms/unsaved'
import { Banner } from '@/client/design-system/banner'
import { TextField } from '@/client/design-system/forms/field'
import * as m from '@/messages/compiled/messages.js'
import { stack } from 'styled-system/patterns'
import { button, card } from 'styled-system/recipes'

/** The session ended while a name was being typed: the text stays, and nothing else of the account. */
export function UnsavedName({ name, onChange }: { name: string; onChange: (name: string) => void }) {
  useUnsaved(true)
  const input = useRef<HTMLInputElement>(null)
  // The field that had the focus went with everything of the account.
  useEffect(() => input.current?.focus(), [])
  return (
    <section className={card({ pad: true })}>
      <div className={stack({ gap: '5' })}>
        <Banner
          tone="warning"
          role="alert"
          title={m.profile_session_over_title()}
          actions={
            <Link
              to="/login"
              search={{}}
              // The link opens another tab: this one keeps the text.
              target="_blank"
              className={button({ size: 'sm' })}
            >
              {m.profile_sign_in()}
            </Link>
          }
        >
          <p>{m.profile_session_over_text()}</p>
        </Banner>
        <TextField
          ref={input}
          label={m.profile_name()}
          value={name}
          onChange={(event) => onChange(event.target.value)}
        />
      </div>
    </section>
  )
}
