declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The login says that the session has ended: nobody here has asked for it. */
    isSessionOver?: true
  }
}

let isSigningOut = false

/** Does this while somebody signs out in this tab, where nobody has to be told that the session is over. */
export async function whileSigningOut(work: () => Promise<void>): Promise<void> {
  isSigningOut = true
  await work().finally(() => (isSigningOut = false))
}

/** The state for the login page that a page leads to because its session has ended. */
export function sessionOverState(): { isSessionOver?: true } {
  return isSigningOut ? {} : { isSessionOver: true }
}
