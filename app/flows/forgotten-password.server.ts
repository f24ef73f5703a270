import { z } from 'zod'
import type { Client } from '../../contract/client'
import { ticket } from '../../contract/fields'
import { emailPurpose, mobilePurpose } from '../../contract/purposes'
import { sentCode } from '../codes/sent-code.server'
import { defineFlow } from './define-flow.server'

const way = z.enum(['mobile', 'email'])
export type Way = z.output<typeof way>

/** Another password for a signed-in person who has forgotten the present one and proves an address that they hold. */
export const forgottenPassword = defineFlow({
  name: 'forgotten-password',
  minutes: 15,
  start: '/settings/password/forgotten',
  done: () => ({ path: '/settings/password', notice: 'password_changed' }),
  steps: {
    code: { path: '/settings/password/forgotten/code', schema: z.object({ way, sent: sentCode }) },
    new: { path: '/settings/password/forgotten/new', schema: z.object({ ticket }) },
  },
})

/** Asks for the code to an address of the signed-in person, who need not name it. */
export const sendOwnCode = (client: Client, way: Way) =>
  way === 'mobile'
    ? client.sendCode({ type: mobilePurpose.verifyOld })
    : client.sendEmailCode({ type: emailPurpose.modifyPassword })

/** Judges that code; right, it is worth a ticket. */
export const verifyOwnCode = (client: Client, way: Way, code: string) =>
  way === 'mobile'
    ? client.verifyMobile({ code, type: mobilePurpose.verifyOld, act: 'password' })
    : client.verifyEmail({ code, type: emailPurpose.modifyPassword, act: 'password' })
