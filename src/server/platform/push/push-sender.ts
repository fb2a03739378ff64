/** A message to one device, short enough to read on a locked screen. */
export interface Push {
  /** The device's address at Apple, as the app registered it (`POST /user/set-apple-device`). */
  deviceToken: string
  title: string
  body: string
  /** Data for the app, beside the text. */
  data: Record<string, unknown>
  /** Names the occasion: the same key again replaces the message on the screen instead of adding one. */
  key?: string
}

/** `gone`: delete the device. `retry`: not this time, try again later. */
export type PushOutcome = 'delivered' | 'gone' | 'retry'

/** Sends messages to devices. The jobs call it, never a request. Never throws for what the network does. */
export interface PushSender {
  send(push: Push): Promise<PushOutcome>
  /** Aborts what is in flight (`retry`) and always returns. Twice is no error. */
  close(): Promise<void>
}
