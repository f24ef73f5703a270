import { z } from 'zod'
import { identifierKinds, type KindOfIdentifier } from '#contract/terms/fields'
import { entry, not } from './entries'

const what = `a list of ${identifierKinds.join(', ')}, at least one, each once`

/** The identifiers that accounts have and are signed in to by. */
export const identifiers = entry<readonly KindOfIdentifier[]>(
  z
    .array(z.enum(identifierKinds, not(`one of ${identifierKinds.join(', ')}`)), not(what))
    .min(1, not(what))
    .refine((kinds) => new Set(kinds).size === kinds.length, not(what)),
  identifierKinds,
  {
    takes: `a list of ${identifierKinds.map((each) => `\`${each}\``).join(', ')}; at least one`,
    decides:
      'What people register, bind and sign in with, if it has a channel. An account with one of these cannot use any other to sign in. An account with none keeps its password sign-in until it gets one.',
  },
)
