import { pino, type DestinationStream, type Logger } from 'pino'

interface SerializedError {
  type: string
  message?: string
  code?: string
  responseCode?: number
  command?: string
  constraint?: string
  stack?: string
  cause?: SerializedError
}

/** The part of the log that somebody writes to, by level. Codes, tokens, addresses and texts of people never go there. */
export type Log<Levels extends 'debug' | 'info' | 'warn' | 'error' = 'info' | 'warn' | 'error'> = Record<
  Levels,
  (fields: object, message: string) => void
>

/** The server's log: JSON lines on the standard output, unless another destination is given. Personal data and secrets never reach it. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: serializeError },
    redact: ['req.headers.authorization', 'req.headers.cookie', '*.password', '*.token', '*.email'],
  }
  return pino(options, destination)
}

/**
 * An error without the data that was being worked on: drivers put the values of a failed query into message, stack and
 * detail, and those are what people typed. A mail server's refusal repeats who the mail is to; which step it refused
 * (`RCPT TO`) and how (550) stays.
 */
export function serializeError(error: unknown): SerializedError {
  if (!(error instanceof Error)) return { type: typeof error }
  const isQuery = 'query' in error || 'severity' in error
  const isSmtpResponse = 'response' in error || 'responseCode' in error
  const frames = error.stack?.slice(error.stack.indexOf('\n    at ')) ?? ''
  const { code, responseCode, command, constraint } = error as Partial<SerializedError>
  return {
    type: error.name,
    ...(!isQuery && !isSmtpResponse && { message: error.message }),
    ...(typeof code === 'string' && { code }),
    ...(isSmtpResponse && typeof responseCode === 'number' && { responseCode }),
    ...(isSmtpResponse && typeof command === 'string' && { command }),
    ...(typeof constraint === 'string' && { constraint }),
    stack: frames.trim(),
    ...(error.cause !== undefined && { cause: serializeError(error.cause) }),
  }
}
