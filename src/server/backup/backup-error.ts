/** Why there is no backup or no restore, in words for whoever runs the command. Nothing has been changed. */
export class BackupError extends Error {
  override name = 'BackupError'
}
