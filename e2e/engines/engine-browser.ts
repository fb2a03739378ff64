/** An XPath of an element: both engines find by it. */
export type Target = string

const named = (name: string) => `normalize-space(.)="${name}" or @aria-label="${name}"`

export const button = (name: string): Target => `//button[${named(name)}]`
export const field = (label: string): Target =>
  `//*[self::input or self::textarea][@id=//label[normalize-space(.)="${label}"]/@for]`

export type Key = 'Enter' | 'Escape'

/** A browser of some engine with a profile of its own, and the only app that it can reach. */
export interface EngineBrowser {
  /** Follows an address of the app in the one open page, and resolves when its document is loaded. */
  open(path: string): Promise<void>
  /** Clicks with the engine's own mouse, into the middle of what is found. Rejects when there is none or it cannot be clicked. */
  click(target: Target): Promise<void>
  /** Clicks into what is found, and presses keys one after another where the focus is then. */
  type(target: Target, text: string): Promise<void>
  /** Presses a key where the focus is. */
  press(key: Key): Promise<void>
  /** Runs a function in the page, which has nothing of the file that it is written in. Values go over as JSON. */
  run<Values extends unknown[], Result>(
    script: (...values: Values) => Result | Promise<Result>,
    ...values: Values
  ): Promise<Result>
  /** Ends the browser and starts it again with the same profile. */
  restart(): Promise<void>
  /** Ends it, and deletes its profile. */
  close(): Promise<void>
}

/** Starts a browser with an empty profile. `origin` is where it reaches the app. */
export type StartBrowser = (origin: string) => Promise<EngineBrowser>
