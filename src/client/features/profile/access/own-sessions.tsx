import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { outcomeOf } from '@/client/shared/offline/client-call'
import { lazyPart } from '@/client/shared/loading/lazy-part'
import { failureText } from '@/client/shared/forms/server-error-text'
import { callAsUser, accessRow } from '@/client/shared/session/own-queries'
import { timeAgo } from '@/client/shared/time/saved-age'
import { useNow } from '@/client/shared/time/use-now'
import { toast } from '@/client/shared/notifications/toast'
import { Badge } from '@/client/design-system/badge'
import { Button } from '@/client/design-system/button'
import { Skeleton } from '@/client/design-system/skeleton'
import { LiveRegion } from '@/client/design-system/visually-hidden'
import { endOtherSessions, endSession } from '@/contract/accounts/auth'
import type { OwnSession } from '@/contract/accounts/auth'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import { LoadError, Section } from '@/client/features/profile/section'
import { sessionsQuery } from '@/client/features/profile/profile-queries'
import { css } from 'styled-system/css'

// Ark's dialog is lazy: only this needs it.
const ConfirmDialog = lazyPart(
  async () => (await import('@/client/design-system/overlays/confirm-dialog')).ConfirmDialog,
)
const ERROR_MS = 5000

/** The devices where the account is signed in, with a way to sign out there. */
export function OwnSessions({ userId }: { userId: string }) {
  const sessions = useQuery(sessionsQuery(userId))
  const queryClient = useQueryClient()
  const heading = useRef<HTMLHeadingElement>(null)
  const [isConfirming, setConfirming] = useState(false)
  const refresh = () => queryClient.invalidateQueries({ queryKey: sessionsQuery(userId).queryKey })
  const end = useMutation({
    networkMode: 'always',
    mutationFn: (id: string) => callAsUser(userId, endSession, { params: { id } }),
    onSuccess: () => {
      toast.success(m.profile_session_ended())
      heading.current?.focus()
    },
    onError: (error) => toastFailure(m.profile_session_end_failed(), error),
    onSettled: refresh,
  })
  const endOthers = useMutation({
    networkMode: 'always',
    mutationFn: () => callAsUser(userId, endOtherSessions, {}),
    onSuccess: () => toast.success(m.profile_sessions_ended()),
    onError: (error) => toastFailure(m.profile_sessions_end_failed(), error),
    onSettled: async () => {
      setConfirming(false)
      await refresh()
      // The dialog gave the focus back to a button that is gone with the sessions.
      heading.current?.focus()
    },
  })
  const rows = sessions.data?.toSorted((a, b) => Number(b.current) - Number(a.current)) ?? []
  return (
    <Section title={m.profile_sessions()} headingRef={heading}>
      <LiveRegion>
        {sessions.isPending ? m.profile_sessions_loading() : null}
        {sessions.isLoadingError ? m.profile_sessions_failed() : null}
      </LiveRegion>
      {sessions.isPending ? <Skeleton height="3rem" /> : null}
      {sessions.isLoadingError ? <LoadError title={m.profile_sessions_failed()} query={sessions} /> : null}
      <ul>
        {rows.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            isBusy={end.isPending && end.variables === session.id}
            onEnd={() => end.mutate(session.id)}
          />
        ))}
      </ul>
      {rows.length > 1 ? (
        <Button variant="secondary" className={endButton} onClick={() => setConfirming(true)}>
          {m.profile_sessions_end_others()}
        </Button>
      ) : null}
      {isConfirming ? (
        <ConfirmDialog
          open
          onClose={() => setConfirming(false)}
          title={m.profile_sessions_end_others_title()}
          description={m.profile_sessions_end_others_text()}
          confirmLabel={m.profile_sessions_end_others()}
          cancelLabel={m.profile_cancel()}
          closeLabel={m.profile_close()}
          busy={endOthers.isPending}
          onConfirm={() => endOthers.mutate()}
        />
      ) : null}
    </Section>
  )
}

function SessionRow({ session, isBusy, onEnd }: { session: OwnSession; isBusy: boolean; onEnd: () => void }) {
  const now = useNow() * 1000
  const device = deviceLabel(session.user_agent)
  return (
    <li className={row}>
      <div className={facts}>
        <p className={name}>{device}</p>
        <p className={muted}>
          {m.profile_session_used({ when: timeAgo(session.last_used_at * 1000, now, getLocale()) })}
        </p>
      </div>
      {session.current ? (
        <Badge tone="sea">{m.profile_session_this()}</Badge>
      ) : (
        <Button
          variant="ghost"
          size="sm"
          busy={isBusy}
          aria-label={m.profile_session_end_of({ device })}
          onClick={onEnd}
        >
          {m.profile_session_end()}
        </Button>
      )}
    </li>
  )
}

function deviceLabel(userAgent: string | null): string {
  const { browser, system } = deviceName(userAgent)
  if (browser !== undefined && system !== undefined) return m.profile_session_device({ browser, system })
  return browser ?? system ?? m.profile_session_unknown()
}

function toastFailure(title: string, error: Error): void {
  toast.error(title, { description: failureText(outcomeOf(error)), durationMs: ERROR_MS })
}

const { row, facts, name, muted } = accessRow
const endButton = css({ justifySelf: 'start' })

/** The parts of a `User-Agent`; absent parts are unknown. */
interface DeviceName {
  browser?: string
  system?: string
}

// The first that fits is taken: most browsers also name those that they descend from.
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\/|\bEdgiOS\//, 'Edge'],
  [/\bOPR\/|\bOPT\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bCriOS\/|\bChrome\/|\bChromium\//, 'Chrome'],
  [/\bVersion\/[\d.]+.* Safari\//, 'Safari'],
]
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  // iPads call themselves Macs, too.
  [/\bMacintosh\b|\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

/** Browser and system as far as a `User-Agent` tells them. It may be reduced or forged: it helps to recognise a device, no more. */
export function deviceName(userAgent: string | null): DeviceName {
  const browser = nameIn(BROWSERS, userAgent ?? '')
  const system = nameIn(SYSTEMS, userAgent ?? '')
  return {
    ...(browser === undefined ? {} : { browser }),
    ...(system === undefined ? {} : { system }),
  }
}

function nameIn(names: readonly (readonly [RegExp, string])[], userAgent: string): string | undefined {
  return names.find(([pattern]) => pattern.test(userAgent))?.[1]
}
