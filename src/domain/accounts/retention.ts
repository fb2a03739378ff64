/** How long what people gave us is stored. The privacy page and the mails say these periods. */

/**
 * An event that was submitted without an account and is not published is stored for so many days: after the submission while
 * nobody reviews it, after the review when it was rejected.
 */
export const VISITORS_EVENT_DAYS = 60
/** An event's contact address is stored for so many months after its last occurrence. */
export const CONTACT_ADDRESS_MONTHS = 12
/** A support message is stored for so many months. */
export const SUPPORT_MESSAGE_MONTHS = 24
/** An entry of the activity log is stored for so many months. */
export const ACTIVITY_MONTHS = 24
