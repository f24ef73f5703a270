import type { Failure } from '#contract/client'
import { emailPurpose, mobilePurpose } from '#contract/terms/purposes'
import { answered, type StandIns } from './stand-in'

/** The calls of pages before a person is signed in, and the end of a sign-in with a proven address. */
export const signInStandIns = {
  emailLoginContinue: (client, { ticket }) => client.smsLoginContinue({ ticket }),

  undoCancellation: (client, { ticket }) => client.smsLoginContinue({ ticket }),

  // The specification proves a signed-in person by a code to the old mobile (22) or the old email (6).
  sendSecondCode: async (client, { way }) => {
    if (way === 'email') {
      const sent = await client.sendEmailCode({ type: emailPurpose.verifyOld })
      return sent.ok ? { ...sent, data: { ...sent.data, masked: sent.data.email } } : (sent as Failure)
    }
    const sent = await client.sendCode({ type: mobilePurpose.verifyOld })
    return sent.ok ? { ...sent, data: { ...sent.data, masked: sent.data.mobile } } : (sent as Failure)
  },

  verifySecond: (client, { way, code }) =>
    way === 'email'
      ? client.verifyEmail({ code, type: emailPurpose.verifyOld })
      : client.verifyMobile({ code, type: mobilePurpose.verifyOld }),

  // No handle was ever issued.
  returnAddress: async () => answered({ address: null, form: null }),
} satisfies StandIns
