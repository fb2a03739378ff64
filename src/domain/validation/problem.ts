import { PROBLEM_CODES } from '@/messages/compiled/problem-codes'

/** The key of its sentence. It travels (in a 422, in the outbox); the sentence is chosen where it is shown, in that person's language. */
export type ProblemCode = (typeof PROBLEM_CODES)[number]

export interface Problem {
  path: string
  code: ProblemCode
}

const KNOWN: ReadonlySet<string> = new Set(PROBLEM_CODES)

export function isProblemCode(text: string): text is ProblemCode {
  return KNOWN.has(text)
}

interface RawIssue {
  readonly code?: string
  readonly path: readonly PropertyKey[]
  readonly message: string
  readonly keys?: readonly string[]
  readonly errors?: readonly (readonly RawIssue[])[]
}

/** No form has so many fields; what a script sends may have thousands of problems. */
const MAX_PROBLEMS = 100

/** The problems of a failed zod parse, a hundred at most. Field rules carry their code as the issue's message. */
export function problemsOf(issues: readonly unknown[], at: readonly PropertyKey[] = []): Problem[] {
  const some = (issues as readonly RawIssue[]).slice(0, MAX_PROBLEMS)
  return some.flatMap((issue) => problemsOfIssue(issue, at)).slice(0, MAX_PROBLEMS)
}

function problemsOfIssue(issue: RawIssue, at: readonly PropertyKey[]): Problem[] {
  const path = [...at, ...issue.path]
  if (issue.code === 'unrecognized_keys')
    return (issue.keys ?? []).slice(0, MAX_PROBLEMS).map((key) => ({
      path: [...path, key].join('.'),
      code: 'unknown_field' as const,
    }))
  const code = isProblemCode(issue.message) ? issue.message : 'invalid'
  const nearest = issue.errors?.toSorted((a, b) => depth(b) - depth(a) || a.length - b.length)[0]
  if (issue.code === 'invalid_union' && nearest !== undefined && depth(nearest) > 0)
    return problemsOf(nearest, path)
  return [{ path: path.map(String).join('.'), code }]
}

/** The deepest branch of a union is the one that was meant; not one whose own fields are missing, or that does not know one. */
function depth(issues: readonly RawIssue[]): number {
  const isOfAnother = issues.some(
    ({ code, path }) =>
      (code === 'unrecognized_keys' && path.length === 0) || (code === 'invalid_type' && path.length <= 1),
  )
  return isOfAnother ? 0 : issues.reduce((deepest, { path }) => Math.max(deepest, path.length), 0)
}
