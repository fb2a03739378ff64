// Advisory locks: any numbers, as long as no other program that shares the database locks by them.

/** Of whoever brings the tables up to date. */
export const MIGRATION_LOCK = 7_203_114
/** Shared by all servers for as long as they run; of a restore alone while it replaces what they serve. */
export const SERVER_LOCK = 7_203_115
/** Of whoever compares its secrets with those of the other servers. */
export const SECRETS_LOCK = 7_203_118
/** Of one phone's registration, with a hash of its token: a key of two numbers, apart from those of one. */
export const DEVICE_LOCK = 72_031
/** Of whoever takes an administrator away: of two the second sees that there is none left. */
export const ADMINISTRATORS_LOCK = 7_203_116
/**
 * Of whoever stores what was imported: the same calendar twice at once makes no event twice. And of whoever deletes an account, whose
 * address an import may be storing.
 */
export const IMPORT_LOCK = 7_203_117
