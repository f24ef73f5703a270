import type { Said } from './said'

const mostCharacters = 60

/** Reads a name that people are shown, or says what is wrong with it. */
export const readShownName = (typed: string): { name: string } | Said => {
  const name = typed.normalize('NFC').trim()
  return name === '' || name.length > mostCharacters || /\p{C}/u.test(name)
    ? { ok: false, text: `A name has 1 to ${mostCharacters} characters.` }
    : { name }
}
