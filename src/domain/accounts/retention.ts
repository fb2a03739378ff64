/** How long what people gave us is stored. The privacy page and the mails say these periods. */

/** Of an event that was submitted without an account and is not published, in days: after the submission while nobody reviews it, after the review when it was rejected. */
export const VISITORS_EVENT_DAYS = 60
/** Of an event's contact address, in months after its last occurrence. */
export const CONTACT_ADDRESS_MONTHS = 12
/** Of a support message, in months. */
export const SUPPORT_MESSAGE_MONTHS = 24
/** Of an entry of the activity log, in months. */
export const ACTIVITY_MONTHS = 24
