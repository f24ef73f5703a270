import { z } from 'zod'
import { api } from '../api.server'
import { qrMove } from '../flows/qr-move.server'
import type { Args } from '../load-context'
import { requireSignedIn } from '../navigation/guards.server'
import { shownAs } from './moved-method'
import { another, defineQrPage } from './qr-page.server'
import { isWaiting } from './qr-status'

const look = async (args: Args, { token }: { token: string }) =>
  (await api(args)).checkChangeBindQrcode({ token, look: 1 })

/** The pages of a QR code that moves a sign-in method to the account that is signed in here. */
export const qrMovePage = defineQrPage({
  flow: qrMove,
  path: () => '/settings/move/code',
  guard: requireSignedIn,
  ask: async (args) => (await api(args)).getChangeBindQrcode({}),
  look,
  // `moves`: the method that the page has shown, and that its person agrees to move.
  schema: z.object({ ...another, moves: z.string().optional() }),
  goOn: async (args, step, typed) => {
    const seen = await look(args, step)
    if (!seen.ok) return seen
    const { status, moves, done } = seen.data
    if (done) return step.finish()
    if (moves === null && isWaiting(status)) return 'not_yet'
    // Only the shown method moves.
    if (moves === null || typed.moves !== shownAs(moves)) return 'look_again'
    const taken = await (await api(args)).checkChangeBindQrcode({ token: step.token })
    if (!taken.ok) return taken
    return taken.data.done ? step.finish() : 'look_again'
  },
})
