/** Why nothing was done, in words for whoever runs the command. */
export class AdministrationError extends Error {
  override name = 'AdministrationError'
}
