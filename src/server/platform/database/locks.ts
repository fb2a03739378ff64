// Advisory locks: any numbers, as long as no other program that shares the database locks by them.

/** A server holds it while it migrates the tables. */
export const MIGRATION_LOCK = 7_203_114
/** All servers share it for as long as they run; a restore alone has it while it replaces what they serve. */
export const SERVER_LOCK = 7_203_115
/** A server holds it while it compares its secrets with those of the other servers. */
export const SECRETS_LOCK = 7_203_118
/** A phone's registration holds it, with a hash of the phone's token: a key of two numbers, apart from those of one. */
export const DEVICE_LOCK = 72_031
/** A server holds it, with a hash of the photo's name, while it puts a photo into a shared bucket or removes it from there. */
export const PHOTO_LOCK = 72_032
/** A change that takes an administrator away holds it: of two at once the second sees that none is left. */
export const ADMINISTRATORS_LOCK = 7_203_116
/**
 * An import holds it while it stores events, so that the same calendar twice at once makes no event twice. The deletion of an
 * account holds it too, because an import may be storing that account's address.
 */
export const IMPORT_LOCK = 7_203_117
/** Lines of the week by mail: two that were written over the same are not both stored. */
export const WEEK_LINE_LOCK = 7_203_119
