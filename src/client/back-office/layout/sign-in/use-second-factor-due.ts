import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { secondFactorQuery } from './security-calls'

/** Leads to the page that sets up a second factor, where the server asks for one before anything else (ADMIN_REQUIRE_MFA). */
export function useSecondFactorDue(isAdministrator: boolean): void {
  const navigate = useNavigate()
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  const { data } = useQuery({ ...secondFactorQuery(), enabled: isAdministrator })
  const isDue = data?.is_due === true && pathname !== '/backoffice/security'
  useEffect(() => {
    if (isDue) void navigate({ to: '/backoffice/security', replace: true })
  }, [isDue, navigate])
}
