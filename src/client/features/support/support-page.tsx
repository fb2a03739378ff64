import { getRouteApi } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useHeldEntry } from '@/client/kit/use-held-entry'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'
import { page } from 'styled-system/patterns'
import { SupportForm } from './support-form'
import { SupportHelp } from './support-help'
import { SupportWaits } from './support-waits'
import { NO_DRAFT, useMessageDraft } from './use-message-draft'

const route = getRouteApi('/contacts')

/** Support (spec 2.9). A message is kept on the device first, like everything that people write. */
export function SupportPage() {
  const { edit } = route.useSearch()
  const navigate = route.useNavigate()
  const { state, entry } = useHeldEntry(edit, 'sendSupportMessage')
  const [turn, setTurn] = useState(0)
  const draft = useMessageDraft(edit, turn)
  const [waits, setWaits] = useState<'sending' | 'waits'>()
  const isReady = draft !== undefined && (edit === undefined || state !== 'loading')
  const heading = useRef<HTMLHeadingElement>(null)

  const onStored = (outcome: 'sent' | 'sending' | 'waits') => {
    setWaits(outcome === 'sent' ? undefined : outcome)
    setTurn((before) => before + 1)
    if (edit !== undefined) void navigate({ search: {}, replace: true })
    window.scrollTo({ top: 0 })
    heading.current?.focus({ preventScroll: true })
  }
  return (
    <div className={page()}>
      <div className={frame}>
        <div className={side}>
          <h1 ref={heading} tabIndex={-1} className={title}>
            {m.support_title()}
          </h1>
          <p className={intro}>{m.support_intro()}</p>
          <SupportHelp />
        </div>
        <div className={main}>
          {waits ? (
            <SupportWaits isSending={waits === 'sending'} onClose={() => setWaits(undefined)} />
          ) : null}
          {/* Until the device has been asked, typing would be lost. */}
          <div inert={!isReady}>
            <SupportForm
              key={`${isReady ? (entry?.id ?? 'new') : 'waiting'}-${turn}`}
              entry={entry}
              wasSent={edit !== undefined && entry !== undefined && (state === 'sent' || state === 'gone')}
              draft={draft ?? NO_DRAFT}
              onStored={onStored}
              onRefused={(id) => void navigate({ search: { edit: id }, replace: true })}
            />
          </div>
        </div>
      </div>
    </div>
  )
}

const frame = css({
  display: 'grid',
  gap: { base: '8', lg: '16' },
  gridTemplateColumns: { lg: '[minmax(0, 5fr) minmax(0, 6fr)]' },
  alignItems: 'start',
  paddingBlock: { base: '6', md: '12' },
})
const side = css({ display: 'grid', gap: '5' })
const main = css({ display: 'grid', gap: '5', minWidth: '0' })
const title = css({ textStyle: 'title', _focusVisible: { outline: 'none' } })
const intro = css({ textStyle: 'lead', color: 'fg.muted' })
