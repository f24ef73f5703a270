import { it } from 'vitest'
import { describeWorlds } from '#tests/account-api/worlds/worlds'
import type { Facts } from './account'
import { type Move, type Play, performTold } from './play'

const thief = (does: string, nth = 0): Move => ({ who: 'thief', does, nth, after: 2 })

const facts: Facts = {
  old: ['mobile', 'email', 'password'],
  young: [],
  owner: ['mobile', 'email', 'password'],
  thief: 'password',
  asks: false,
  isDue: false,
}

/** Plays that a thief has won in the past: who has what, and what the thief tries. */
const stories: Record<string, Play> = {
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

describeWorlds('an account with a thief, in known stories, on $name', (world) => {
  it.each(Object.entries(stories))('security: %s, and the thief keeps nothing', (_, play) => performTold(world, play))
})
