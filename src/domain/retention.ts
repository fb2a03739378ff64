/** How long what people gave us is stored. The privacy page and the mails say these periods. */

/** Of an event that nobody has reviewed and whose submitter nobody knows, in days. */
export const UNREVIEWED_DAYS = 60
/** Of an event's contact address, in months after its last occurrence. */
export const CONTACT_ADDRESS_MONTHS = 12
/** Of a support message, in months. */
export const SUPPORT_MESSAGE_MONTHS = 24
