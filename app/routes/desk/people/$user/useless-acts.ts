import type { UserShown } from '#contract/operator/people/user-shown'

type State = Pick<UserShown, 'frozen_at' | 'erased_on' | 'pending' | 'sessions'>

/** True while a recovery of the person is open. */
export const hasRecovery = ({ pending }: Pick<UserShown, 'pending'>): boolean =>
  pending.some(({ method }) => method === 'recovery_link')

/** The acts that would change nothing in the person's present state, by the last part of their URL. */
export const uselessActs = ({ frozen_at, erased_on, pending, sessions }: State): string[] => {
  const isOpen = frozen_at === null && erased_on === null
  const isRecovered = hasRecovery({ pending })
  const useful = {
    freeze: frozen_at === null,
    unfreeze: frozen_at !== null,
    'end-sessions': sessions.length > 0,
    restore: erased_on !== null,
    recover: isOpen && !isRecovered,
    'stop-recovery': isRecovered,
  }
  return Object.entries(useful).flatMap(([name, isUseful]) => (isUseful ? [] : [name]))
}
