// Exceptions of `npm run words`: unfinished rooms, and sentences that keep a marking word.

/** Folders and files that still have marking words. The list is empty, and stays so. @type {readonly string[]} */
export const unfinished = []

/**
 * Sentences that keep a marking word, at most 30.
 * @type {readonly { file: string, has: string, reason: string }[]}
 */
export const exceptions = []

/** Commit subjects from this moment on are checked. */
export const subjectsSince = '2026-11-29T10:30:00Z'
