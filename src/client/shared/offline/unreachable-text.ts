import * as m from '@/messages/compiled/messages.js'
import { ProgrammeUnreachable } from '@/offline/programme/programme-reader'

/** Why a part of the programme is not there: `away` where no response came, else that the server failed. */
export function unreachableText(error: unknown, away: string): string {
  return isServerError(error) ? m.app_server_error_text() : away
}

/** Whether the server was reached and failed. */
export function isServerError(error: unknown): boolean {
  return error instanceof ProgrammeUnreachable && error.isServerError
}
