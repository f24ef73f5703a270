import { z } from 'zod'
import { line } from './characters'
import { sensitive } from './sensitive'
import { shownName } from './shown-names'

/** The maximum length of a person's name, in characters. */
export const personNameMaxLength = 60

const named = line(personNameMaxLength)
  .min(1, { abort: true })
  .regex(/[\p{L}\p{N}\p{P}\p{S}]/u)

/** The name of a person, in one line. Nothing in it changes the direction of the text around it. */
export const personName = shownName('member', sensitive(named))

/** The name of a person. The empty text removes it. */
export const personNameOrNone = shownName('member', sensitive(z.union([z.literal(''), named])))
