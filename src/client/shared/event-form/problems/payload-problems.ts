import { problemsOf } from '@/domain/validation/problem'
import type { Problem } from '@/domain/validation/problem'
import { submissionSchema } from '@/domain/submissions/submission'
import { timetableProblems } from '@/domain/timetables/timetable-problems'
import type { SubmissionPayload } from '../to-submission'

/** The server alone knows the types that a newer link may have. */
const LINK_TYPE = /^info_links\.\d+\.type$/

/** Everything wrong with what would be sent, by the domain's rules. Needs `ensureTemporal()` first. */
export function payloadProblems(
  payload: SubmissionPayload,
  nowSeconds: number,
  { allowPast = false }: { allowPast?: boolean } = {},
): Problem[] {
  const parsed = submissionSchema.safeParse(payload)
  const byShape = parsed.success
    ? []
    : problemsOf(parsed.error.issues).filter(({ path }) => !LINK_TYPE.test(path))
  return [...byShape, ...timetableProblems(payload.timetable, nowSeconds, { allowPast })]
}
