import { type Act, type ActsByPath, act, reasonForLog } from '~/features/desk/act'
import type { FlashName } from '~/navigation/flash/flash-names'

export const namesPath = '/desk/names'

/** A decision about a username that awaits review. */
const decision = <const Name extends 'approveName' | 'refuseName'>(call: Name, notice: FlashName): Act<Name> =>
  act(call, {
    fields: { reason: reasonForLog },
    fixed: ({ user }) => ({ user_id: user ?? '' }),
    // The second of two clicks, or a decision of another operator.
    otherwise: (code) => (code === 'nothing_pending' ? { path: namesPath, notice: 'desk_name_decided' } : undefined),
    refused: { taken: 'act.approveName.taken' },
    done: () => ({ path: namesPath, notice }),
  })

/** The acts on a username that waits, by the last part of the URL. */
export const nameActs: ActsByPath = {
  approve: decision('approveName', 'desk_name_approved'),
  refuse: decision('refuseName', 'desk_name_refused'),
}
