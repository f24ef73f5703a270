import { z } from 'zod'
import { methodText } from '~/features/sign-in/qr-letters'
import { requireSignedIn } from '~/navigation/guards/guards.server'
import { api } from '~/runtime/api.server'
import type { Args } from '~/runtime/load-context'
import { another, defineQrPage } from './qr-page.server'
import { isWaiting } from './qr-status'

const look = async (args: Args, { token }: { token: string }) =>
  (await api(args)).checkChangeBindQrcode({ token, look: 1 })

/** Moves a sign-in method to this account by a QR code that this browser shows. */
export const qrMove = defineQrPage({
  name: 'qr-move',
  start: '/settings/move',
  path: '/settings/move/code',
  done: { path: '/settings', notice: 'qr_moved' },
  guard: requireSignedIn,
  scannedAt: '/login/qr/move',
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
    if (moves === null || typed.moves !== methodText(moves)) return 'look_again'
    const taken = await (await api(args)).checkChangeBindQrcode({ token: step.token })
    if (!taken.ok) return taken
    return taken.data.done ? step.finish() : 'look_again'
  },
})
