import { NotRun } from '#account-api/start/not-run'

/** What is wrong with a file or a folder, by its error code. */
export const whyNoFile = (path: string, error: unknown): NotRun => {
  const { code, message } = error as NodeJS.ErrnoException
  const isFull = code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG' || /disk is full|I\/O error/.test(message)
  if (isFull) return new NotRun(`${path} has no room left: make room, and try again.`)
  return new NotRun(`${path} cannot be used (${code ?? message}).`)
}
