import { vi } from 'vitest'

/** The real hashing, counted. For every api test, because they share the server's modules (vite.config.ts). */
vi.mock('@node-rs/argon2', { spy: true })
