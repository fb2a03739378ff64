import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { secondFactorQuery } from './security-calls'

/** Where the server asks for a second factor before anything else (ADMIN_REQUIRE_MFA): to the page that sets one up. */
export function useSecondFactorDue(isAdministrator: boolean): void {
  const navigate = useNavigate()
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  const { data } = useQuery({ ...secondFactorQuery(), enabled: isAdministrator })
  const isDue = data?.is_due === true && pathname !== '/backoffice/security'
  useEffect(() => {
    if (isDue) void navigate({ to: '/backoffice/security', replace: true })
  }, [isDue, navigate])
}
