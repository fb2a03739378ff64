import { useEffect } from 'react'
import { Spinner } from '@/client/ui/spinner'
import { useLazyPart } from '@/client/ui/use-lazy-part'
import type { SecondFactorStepProps } from './second-factor/second-factor-step'

const loadStep = async () => (await import('./second-factor/second-factor-step')).SecondFactorStep

/** The second step of a sign-in. Few people ever see it: loaded when it is asked for, and not in the precache. */
export function SecondFactorGate(props: SecondFactorStepProps) {
  const { Part, request } = useLazyPart(loadStep)
  useEffect(request, [request])
  return Part === undefined ? <Spinner /> : <Part {...props} />
}
