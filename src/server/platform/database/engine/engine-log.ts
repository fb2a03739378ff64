/** The part of pino's logger that the engine writes to. */
export interface EngineLog {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}
