import { useHydrated, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { Spinner } from '@/client/design-system/spinner'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'
import { page } from 'styled-system/patterns'
import { RequestWeek } from './request-week'
import { ConfirmWeek, StopWeek } from './by-link'
import { WeekHeading } from './week-heading'
import { readWeekLink } from './week-link'

/**
 * The week by mail (rules 2.17): asking for it, and what the links of its mails lead to. Those stand in the fragment, which no server
 * sees; nothing happens by opening them, because programs that scan mails do.
 */
export function WeekMailPage() {
  const link = readWeekLink(useLocation({ select: ({ hash }) => hash }))
  const [first] = useState(link)
  const isHydrated = useHydrated()
  return (
    <div className={page({ width: 'form' })}>
      <div className={frame}>
        {!isHydrated ? (
          // The server sees no link.
          <>
            <WeekHeading>{m.week_mail_title()}</WeekHeading>
            <Spinner />
          </>
        ) : link === undefined ? (
          <RequestWeek takesFocus={first !== undefined} />
        ) : link.purpose === 'confirm' ? (
          <ConfirmWeek key={link.token} link={link} />
        ) : (
          <StopWeek key={link.token} link={link} />
        )}
      </div>
    </div>
  )
}

const frame = css({
  display: 'flex',
  flexDirection: 'column',
  gap: '6',
  paddingBlock: { base: '6', md: '10' },
})
