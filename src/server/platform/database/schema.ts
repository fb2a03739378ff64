/** The tables of the product (rules 3), by noun. */
export * from './schema/accounts'
export * from './schema/events'
export * from './schema/jobs'
