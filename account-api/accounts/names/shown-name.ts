import { clientNameMaxLength } from '../../../contract/applications/open-clients'

/** How many characters a name that people are shown has at most. */
export const shownNameMaxLength = clientNameMaxLength

/** A name of an application or a service as people are shown it. Undefined: it is none, or has characters that none can see. */
export const shownNameOf = (typed: string): string | undefined => {
  const name = typed.normalize('NFC').trim()
  return name === '' || name.length > shownNameMaxLength || /\p{C}/u.test(name) ? undefined : name
}
