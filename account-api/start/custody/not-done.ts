/** A command was not done. The message is for the operator. */
export class NotDone extends Error {
  override name = 'NotDone'
}

/** What went wrong with a file or a folder, by its code alone. */
export const whyNoFile = (path: string, error: unknown): NotDone => {
  const { code, message } = error as NodeJS.ErrnoException
  const isFull = code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG' || /disk is full|I\/O error/.test(message)
  if (isFull) return new NotDone(`${path} has no room left for what has to be written there: make room, and try again.`)
  return new NotDone(`${path} cannot be used (${code ?? message}).`)
}
