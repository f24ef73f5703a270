import { answered, type StandIns } from './stand-in'

/** What pages ask before somebody is signed in, and the end of a sign-in with a proven address. */
export const signInStandIns = {
  emailLoginContinue: (client, { ticket }) => client.smsLoginContinue({ ticket }),

  undoCancellation: (client, { ticket }) => client.smsLoginContinue({ ticket }),

  // No handle was ever given out.
  returnAddress: async () => answered({ address: null }),
} satisfies StandIns
