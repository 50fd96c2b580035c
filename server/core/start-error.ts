/** A fault at start that a person can act on; the message is shown to them as it stands. */
export class StartError extends Error {
  override readonly name = 'StartError'
}
