import { sql } from 'drizzle-orm'
import { index, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { users } from './accounts'
import { createdAt, id, updatedAt } from './columns'

/** Phones with the app, and what they are told. */

export const devices = pgTable(
  'devices',
  {
    id,
    deviceId: text('device_id').notNull(),
    deviceToken: text('device_token').notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt,
    updatedAt,
  },
  (table) => [
    unique('devices_user_device').on(table.userId, table.deviceId),
    index('devices_token').on(table.deviceToken),
  ],
)

export const notifications = pgTable(
  'notifications',
  {
    id,
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    deviceId: uuid('device_id').references(() => devices.id, { onDelete: 'set null' }),
    title: text('title').notNull(),
    body: text('body').notNull(),
    data: jsonb('data').$type<Record<string, unknown>>().notNull().default({}),
    createdAt,
    updatedAt,
  },
  (table) => [
    index('notifications_created').on(table.createdAt.desc()),
    index('notifications_event').on(sql`(${table.data} ->> 'event_id')`),
  ],
)
