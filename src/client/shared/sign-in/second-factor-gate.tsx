import { Spinner } from '@/client/design-system/skeleton'
import { lazyPart } from '@/client/shared/loading/lazy-part'

export const SecondFactorGate = lazyPart(
  async () => (await import('@/client/shared/second-factor/second-factor-step')).SecondFactorStep,
  { fallback: <Spinner /> },
)
