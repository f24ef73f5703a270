import type { Facts } from './account'
import type { Move, Play } from './play'

const by =
  (who: Move['who']) =>
  (does: string, nth = 0): Move => ({ who, does, nth, after: 2 })
const thief = by('thief')

const facts: Facts = {
  old: ['mobile', 'email', 'password'],
  young: [],
  owner: ['mobile', 'email', 'password'],
  thief: 'password',
  asks: false,
  isDue: false,
}

/** Plays that a thief has won in the past: who has what, and what the thief tries. */
export const stories: Record<string, Play> = {
  'the owner has an old passkey that a rule asks for, the thief the password: he adds an app, and looks round': {
    facts: { ...facts, old: ['mobile', 'password', 'passkey'], owner: ['mobile', 'password', 'passkey'], isDue: true },
    moves: [
      thief('accountLoginV2'),
      thief('addAuthenticator', 1),
      thief('addAuthenticator'),
      thief('askAuthenticator', 1),
      thief('accountInfo', 1),
      thief('listActivity'),
      thief('endSession', 1),
    ],
    meanwhile: [],
  },
  'the thief has the mailbox: he adds an app, and has sign-ins ask for it': {
    facts: { ...facts, thief: 'email' },
    moves: [
      thief('emailCodeLogin'),
      thief('addAuthenticator', 1),
      thief('addAuthenticator'),
      thief('askAuthenticator', 1),
    ],
    meanwhile: [thief('emailCodeLogin'), thief('completeSignIn')],
  },
  'the thief has the password: he plants a passkey, an identity, a recovery address and an app': {
    facts,
    moves: [
      thief('accountLoginV2'),
      thief('addPasskey'),
      thief('bindAuth'),
      thief('setRecoveryEmail'),
      thief('addAuthenticator'),
      thief('rememberAccount'),
    ],
    meanwhile: [],
  },
  'the thief has the number: he resets the password, and stops the removal of the number that it asks for': {
    facts: { ...facts, old: ['mobile', 'password'], owner: ['mobile', 'password'], thief: 'mobile' },
    moves: [thief('resetPasswordByMobile'), thief('unbindUnusableMobile', 1), thief('unbindUnusableMobile')],
    meanwhile: [],
  },
  'the thief has the number, the owner a passkey and the password: he resets the password': {
    facts: { ...facts, old: ['mobile', 'password', 'passkey'], owner: ['password', 'passkey'], thief: 'mobile' },
    moves: [thief('resetPasswordByMobile')],
    meanwhile: [],
  },
  'the thief has the mailbox: he removes the passkey, and changes the recovery address': {
    facts: {
      ...facts,
      old: ['mobile', 'email', 'passkey', 'recovery'],
      owner: ['mobile', 'passkey'],
      thief: 'email',
    },
    moves: [thief('emailCodeLogin'), thief('removePasskey'), thief('setRecoveryEmail'), thief('removeRecoveryEmail')],
    meanwhile: [],
  },
  'the thief has the number, the owner the number and the email: the app is lost, and he presses links': {
    facts: {
      ...facts,
      old: ['mobile', 'email', 'authenticator'],
      owner: ['mobile', 'email'],
      thief: 'mobile',
      asks: true,
    },
    moves: [],
    meanwhile: [thief('secureAccount'), thief('smsLogin'), thief('reportLostAuthenticator')],
  },
  'the thief has the number, the owner an old passkey too: he exchanges the only method that signs in': {
    facts: { ...facts, old: ['mobile', 'passkey'], owner: ['mobile', 'passkey'], thief: 'mobile' },
    moves: [thief('smsLogin'), thief('rebindMobile')],
    meanwhile: [],
  },
}
