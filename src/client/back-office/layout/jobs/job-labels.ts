import { JOB_NAMES } from '@/domain/staff/jobs'
import type { JobName } from '@/domain/staff/jobs'
import * as m from '@/messages/compiled/messages.js'

const LABELS: Record<JobName, () => string> = {
  'mail:submission-received': m.admin_job_mail_submission_received,
  'mail:submission-approved': m.admin_job_mail_submission_approved,
  'mail:submission-rejected': m.admin_job_mail_submission_rejected,
  'mail:manage-link': m.admin_job_mail_manage_link,
  'mail:proposal-approved': m.admin_job_mail_proposal_approved,
  'mail:proposal-rejected': m.admin_job_mail_proposal_rejected,
  'mail:support-message': m.admin_job_mail_support_message,
  'mail:confirm-email': m.admin_job_mail_confirm_email,
  'mail:reset-password': m.admin_job_mail_reset_password,
  'mail:account-suspended': m.admin_job_mail_account_suspended,
  'mail:account-reinstated': m.admin_job_mail_account_reinstated,
  'mail:account-deleted': m.admin_job_mail_account_deleted,
  'mail:second-factor-changed': m.admin_job_mail_second_factor_changed,
  'mail:provider-connected': m.admin_job_mail_provider_connected,
  'mail:week-confirm': m.admin_job_mail_week_confirm,
  push: m.admin_job_push,
  'web-push': m.admin_job_web_push,
  reminder: m.admin_job_reminder,
  maintenance: m.admin_job_maintenance,
  reading: m.admin_job_reading,
  week: m.admin_job_week,
  'week-mail': m.admin_job_week_mail,
}

/** The label of a job by its name; a name of another version stands for itself. */
export function jobLabel(name: string): string {
  const known = JOB_NAMES.find((one) => one === name)
  return known === undefined ? name : LABELS[known]()
}
