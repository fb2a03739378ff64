import { useEffect } from 'react'
import { Spinner } from '@/client/design-system/spinner'
import { useLazyPart } from '@/client/design-system/use-lazy-part'
import type { SecondFactorStepProps } from '@/client/shared/second-factor/second-factor-step'

const loadStep = async () =>
  (await import('@/client/shared/second-factor/second-factor-step')).SecondFactorStep

/** The second step of a sign-in. Few people ever see it: loaded when it is asked for, and not in the precache. */
export function SecondFactorGate(props: SecondFactorStepProps) {
  const { Part, request } = useLazyPart(loadStep)
  useEffect(request, [request])
  return Part === undefined ? <Spinner /> : <Part {...props} />
}
