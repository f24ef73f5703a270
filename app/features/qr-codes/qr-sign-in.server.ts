import { z } from 'zod'
import { redirectAndRotate } from '~/navigation/redirect.server'
import { nextToCarry } from '~/navigation/returning/return-address.server'
import { api } from '~/runtime/api.server'
import type { Args } from '~/runtime/load-context'
import { visitor } from '~/session/visitor.server'
import { another, defineQrPage } from './qr-page.server'
import { isWaiting } from './qr-status'

interface Polling {
  token: string
  next?: string | undefined
}

/** Ends the page, for an account API that signs in as soon as it is asked about a confirmed code. */
const signedInAtOnce = async (args: Args, { next }: Polling): Promise<void> => {
  throw await redirectAndRotate(args, next?.startsWith('/') ? next : '/settings')
}

const check = async (args: Args, { token, next }: Polling, more: { look?: 1 } = {}) =>
  (await api(args)).checkQrconnect({ token, ...(next !== undefined && { next }), ...more })

/** Signs in by a QR code that this browser shows. */
export const qrSignIn = defineQrPage({
  name: 'qr-sign-in',
  start: '/login/qr',
  path: '/login/qr/code',
  done: '/settings',
  signsIn: true,
  nextOf: nextToCarry,
  scannedAt: '/login/qr/confirm',
  ask: async (args, next) => (await api(args)).getQrcode(next === undefined ? {} : { next }),
  look: async (args, step) => {
    const { jar } = await visitor(args)
    const before = jar.session
    const seen = await check(args, step, { look: 1 })
    if (jar.session !== undefined && jar.session !== before) await signedInAtOnce(args, step)
    return seen
  },
  // `account`: the account that the page has shown, and that its person signs in to.
  schema: z.object({ ...another, account: z.string().optional() }),
  goOn: async (args, step, { account }) => {
    const { jar } = await visitor(args)
    const before = jar.session
    const seen = await check(args, step, { look: 1 })
    if (!seen.ok) return seen
    const { status, masked } = seen.data
    if (isWaiting(status)) return 'not_yet'
    // Nobody is signed in to an account that the page has not shown.
    if (status !== 'confirmed' || account !== (masked ?? '')) return 'look_again'
    const answer = await check(args, step)
    if (!answer.ok) return answer
    return answer.data.session || jar.session !== before ? step.finish() : 'look_again'
  },
})
