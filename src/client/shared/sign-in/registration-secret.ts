import { REGISTRATION_KEY } from '@/offline/session/stored-session'

/**
 * A registration that this browser sent. Only with its secret does the link of the mail confirm the password that was chosen
 * here, so it is stored until then, at most as long as the link works.
 */
export interface Registration {
  secret: string
  email: string
  /** Epoch ms. */
  registeredAt: number
}

const LINK_WORKS_MS = 48 * 3_600_000

/** The registration lasts as long as this page is open where storage is forbidden or full. */
let unstored: Registration | undefined

export function rememberRegistration(registration: Registration): void {
  unstored = undefined
  try {
    localStorage.setItem(REGISTRATION_KEY, JSON.stringify(registration))
  } catch {
    // The link then leads to choosing a password again.
    unstored = registration
  }
}

/** The last registration of this browser; undefined when there is none, or its link no longer works. */
export function readRegistration(now: number): Registration | undefined {
  const registration = readStored() ?? unstored
  if (registration === undefined) return undefined
  if (now - registration.registeredAt < LINK_WORKS_MS) return registration
  removeRegistration()
  return undefined
}

export function removeRegistration(): void {
  unstored = undefined
  try {
    localStorage.removeItem(REGISTRATION_KEY)
  } catch {
    // Storage is forbidden: then nothing was stored either.
  }
}

function readStored(): Registration | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(REGISTRATION_KEY) ?? 'null')
    return isRegistration(stored) ? stored : undefined
  } catch {
    return undefined
  }
}

function isRegistration(stored: unknown): stored is Registration {
  if (typeof stored !== 'object' || stored === null) return false
  const { secret, email, registeredAt } = stored as Partial<Record<keyof Registration, unknown>>
  return typeof secret === 'string' && typeof email === 'string' && typeof registeredAt === 'number'
}
