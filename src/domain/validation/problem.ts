/** A code travels (in a 422, in the outbox); its sentence is chosen where it is shown, in that person's language. */
export const PROBLEM_CODES = [
  'required',
  'invalid',
  'unknown_field',
  'text_too_long',
  'search_without_words',
  'search_too_short',
  'title_too_short',
  'title_too_long',
  'description_too_short',
  'description_too_long',
  'location_required',
  'coordinates_invalid',
  'email_invalid',
  'url_invalid',
  'url_required',
  'link_instagram_invalid',
  'link_facebook_invalid',
  'link_telegram_invalid',
  'link_whatsapp_invalid',
  'link_web_url_invalid',
  'price_negative',
  'price_invalid',
  'tags_required',
  'tag_unknown',
  'photo_wrong_kind',
  'photo_too_big',
  'photo_broken',
  'blocks_required',
  'blocks_too_many',
  'start_date_required',
  'end_date_required',
  'start_date_past',
  'end_date_before_start',
  'period_start_required',
  'period_end_required',
  'start_time_required',
  'end_time_required',
  'start_time_past',
  'end_time_before_start',
  'event_too_long',
  'time_nonexistent',
  'year_out_of_range',
  'days_required',
  'hour_invalid',
  'minute_invalid',
  'no_occurrence',
  'submission_automated',
  'submission_too_fast',
  'first_name_required',
  'last_name_required',
  'name_too_long',
  'topic_required',
  'message_required',
  'message_too_long',
  'name_too_short',
  'password_too_short',
  'new_password_too_short',
  'password_too_long',
  'passwords_differ',
  'new_passwords_differ',
  'reason_too_long',
  'password_too_common',
  'password_wrong',
  'registration_password_wrong',
  'second_factor_code_invalid',
  'recovery_code_invalid',
  'tag_key_too_short',
  'tag_key_too_long',
  'tag_key_invalid',
  'tag_key_taken',
  'tag_name_too_short',
  'tag_name_too_long',
  'tag_name_taken',
  'tag_is_only_one',
  'organiser_name_taken',
  'user_id_invalid',
  'not_a_date',
] as const

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
