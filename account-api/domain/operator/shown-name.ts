import { shownNameMaxLength, shownNameOf } from '../shown-name'
import type { Said } from './said'

/** Reads a name that people are shown, or says what is wrong with it. */
export const readShownName = (typed: string): { name: string } | Said => {
  const name = shownNameOf(typed)
  return name === undefined ? { ok: false, text: `A name has 1 to ${shownNameMaxLength} characters.` } : { name }
}
