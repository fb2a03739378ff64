import type { ErrorCode } from '@/contract/errors'
import type { ProblemCode } from '@/domain/problem'
import * as m from './compiled/messages.js'
import type { Locale } from './compiled/runtime.js'

type Sentence = (inputs: Record<string, never>, options?: { locale?: Locale }) => string

// Written out, not looked up by a made name: a lookup would pull every message of the product into the bundle.
const PROBLEM_SENTENCES: Record<ProblemCode, Sentence> = {
  required: m.problem_required,
  invalid: m.problem_invalid,
  unknown_field: m.problem_unknown_field,
  text_too_long: m.problem_text_too_long,
  title_too_short: m.problem_title_too_short,
  title_too_long: m.problem_title_too_long,
  description_too_short: m.problem_description_too_short,
  description_too_long: m.problem_description_too_long,
  location_required: m.problem_location_required,
  coordinates_invalid: m.problem_coordinates_invalid,
  email_invalid: m.problem_email_invalid,
  url_invalid: m.problem_url_invalid,
  url_required: m.problem_url_required,
  link_instagram_invalid: m.problem_link_instagram_invalid,
  link_facebook_invalid: m.problem_link_facebook_invalid,
  link_telegram_invalid: m.problem_link_telegram_invalid,
  link_whatsapp_invalid: m.problem_link_whatsapp_invalid,
  link_web_url_invalid: m.problem_link_web_url_invalid,
  price_negative: m.problem_price_negative,
  price_invalid: m.problem_price_invalid,
  tags_required: m.problem_tags_required,
  tag_unknown: m.problem_tag_unknown,
  photo_wrong_kind: m.problem_photo_wrong_kind,
  photo_too_big: m.problem_photo_too_big,
  photo_broken: m.problem_photo_broken,
  blocks_required: m.problem_blocks_required,
  blocks_too_many: m.problem_blocks_too_many,
  start_date_required: m.problem_start_date_required,
  end_date_required: m.problem_end_date_required,
  start_date_past: m.problem_start_date_past,
  end_date_before_start: m.problem_end_date_before_start,
  period_start_required: m.problem_period_start_required,
  period_end_required: m.problem_period_end_required,
  start_time_required: m.problem_start_time_required,
  end_time_required: m.problem_end_time_required,
  start_time_past: m.problem_start_time_past,
  end_time_before_start: m.problem_end_time_before_start,
  event_too_long: m.problem_event_too_long,
  time_nonexistent: m.problem_time_nonexistent,
  days_required: m.problem_days_required,
  hour_invalid: m.problem_hour_invalid,
  minute_invalid: m.problem_minute_invalid,
  no_occurrence: m.problem_no_occurrence,
  submission_automated: m.problem_submission_automated,
  submission_too_fast: m.problem_submission_too_fast,
  first_name_required: m.problem_first_name_required,
  last_name_required: m.problem_last_name_required,
  name_too_long: m.problem_name_too_long,
  topic_required: m.problem_topic_required,
  message_required: m.problem_message_required,
  message_too_long: m.problem_message_too_long,
  name_too_short: m.problem_name_too_short,
  password_too_short: m.problem_password_too_short,
  new_password_too_short: m.problem_new_password_too_short,
  password_too_long: m.problem_password_too_long,
  passwords_differ: m.problem_passwords_differ,
  new_passwords_differ: m.problem_new_passwords_differ,
  reason_too_long: m.problem_reason_too_long,
  password_too_common: m.problem_password_too_common,
  password_wrong: m.problem_password_wrong,
  second_factor_code_invalid: m.problem_second_factor_code_invalid,
  recovery_code_invalid: m.problem_recovery_code_invalid,
  tag_key_too_short: m.problem_tag_key_too_short,
  tag_key_too_long: m.problem_tag_key_too_long,
  tag_key_invalid: m.problem_tag_key_invalid,
  tag_key_taken: m.problem_tag_key_taken,
  tag_name_too_short: m.problem_tag_name_too_short,
  tag_name_too_long: m.problem_tag_name_too_long,
  user_id_invalid: m.problem_user_id_invalid,
}

const ERROR_SENTENCES: Record<ErrorCode, Sentence> = {
  MALFORMED_REQUEST: m.error_MALFORMED_REQUEST,
  UNAUTHENTICATED: m.error_UNAUTHENTICATED,
  INVALID_CREDENTIALS: m.error_INVALID_CREDENTIALS,
  FORBIDDEN: m.error_FORBIDDEN,
  EMAIL_NOT_CONFIRMED: m.error_EMAIL_NOT_CONFIRMED,
  REAUTHENTICATION_REQUIRED: m.error_REAUTHENTICATION_REQUIRED,
  SECOND_FACTOR_REQUIRED: m.error_SECOND_FACTOR_REQUIRED,
  SECOND_FACTOR_REFUSED: m.error_SECOND_FACTOR_REFUSED,
  SECOND_FACTOR_SETUP_REQUIRED: m.error_SECOND_FACTOR_SETUP_REQUIRED,
  ACCOUNT_SUSPENDED: m.error_ACCOUNT_SUSPENDED,
  NOT_FOUND: m.error_NOT_FOUND,
  METHOD_NOT_ALLOWED: m.error_METHOD_NOT_ALLOWED,
  REQUEST_TIMEOUT: m.error_REQUEST_TIMEOUT,
  CONFLICT: m.error_CONFLICT,
  REQUEST_IN_PROGRESS: m.error_REQUEST_IN_PROGRESS,
  CURSOR_EXPIRED: m.error_CURSOR_EXPIRED,
  PRECONDITION_FAILED: m.error_PRECONDITION_FAILED,
  PAYLOAD_TOO_LARGE: m.error_PAYLOAD_TOO_LARGE,
  UNSUPPORTED_MEDIA_TYPE: m.error_UNSUPPORTED_MEDIA_TYPE,
  RANGE_NOT_SATISFIABLE: m.error_RANGE_NOT_SATISFIABLE,
  VALIDATION_FAILED: m.error_VALIDATION_FAILED,
  IDEMPOTENCY_KEY_REUSED: m.error_IDEMPOTENCY_KEY_REUSED,
  TOO_MANY_REQUESTS: m.error_TOO_MANY_REQUESTS,
  PROOF_REQUIRED: m.error_PROOF_REQUIRED,
  INTERNAL_ERROR: m.error_INTERNAL_ERROR,
  UNAVAILABLE: m.error_UNAVAILABLE,
  INSUFFICIENT_STORAGE: m.error_INSUFFICIENT_STORAGE,
}

/** The sentence for a problem code (spec 5), in the given language or the current one. */
export function problemText(code: ProblemCode, locale?: Locale): string {
  return PROBLEM_SENTENCES[code]({}, locale && { locale })
}

/** The sentence for an error code of the server. */
export function errorText(code: ErrorCode, locale?: Locale): string {
  return ERROR_SENTENCES[code]({}, locale && { locale })
}
