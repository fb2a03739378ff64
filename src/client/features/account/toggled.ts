declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Whether the person came from the other of the two screens: its title takes the focus. */
    isToggled?: true
    /** The token of a reset link, out of the address: a reload finds it here. */
    resetToken?: string
  }
}

export const TOGGLED = { isToggled: true } as const
