import { z } from 'zod'
import { api } from '../api.server'
import { qrSignIn } from '../flows/qr-sign-in.server'
import type { Args } from '../load-context'
import { nextToCarry } from '../navigation/return-address.server'
import { another, defineQrPage } from './qr-page.server'
import { isWaiting } from './qr-status'

const leadingTo = (next: string | undefined) => (next === undefined ? {} : { next })

const polling = ({ token, next }: { token: string; next?: string | undefined }) => ({ token, ...leadingTo(next) })

const look = async (args: Args, step: Parameters<typeof polling>[0]) =>
  (await api(args)).checkQrconnect({ ...polling(step), look: 1 })

/** The pages of a QR code that signs this browser in. */
export const qrSignInPage = defineQrPage({
  flow: qrSignIn,
  path: () => '/login/qr/code',
  nextOf: nextToCarry,
  ask: async (args, next) => (await api(args)).getQrcode(leadingTo(next)),
  look,
  // `account`: the account that the page has shown, and that its person signs in to.
  schema: z.object({ ...another, account: z.string().optional() }),
  goOn: async (args, step, { account }) => {
    const seen = await look(args, step)
    if (!seen.ok) return seen
    const { status, masked } = seen.data
    if (isWaiting(status)) return 'not_yet'
    // Nobody is signed in to an account that the page has not shown.
    if (status !== 'confirmed' || account !== (masked ?? '')) return 'look_again'
    const answer = await (await api(args)).checkQrconnect(polling(step))
    if (!answer.ok) return answer
    return answer.data.session ? step.finish() : 'look_again'
  },
})
