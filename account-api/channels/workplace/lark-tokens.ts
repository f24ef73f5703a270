import { minutes } from '#account-api/kernel/time'

export interface LarkToken {
  value: string
  lifetimeMs: number
}

/** How long before its expiry a token is replaced, because clocks differ and calls take time. */
const marginMs = minutes(5)

/**
 * Keeps the token of an app until shortly before it expires. Calls that need a new one at the same time share one
 * request.
 * @param ask requests a token. It needs its own time limit: it is not aborted with the call that needs it first
 */
export const tokensFrom = (
  ask: () => Promise<LarkToken>,
  now: () => number,
): { current(): Promise<string>; refused(value: string): void } => {
  let kept: { value: string; until: number } | undefined
  let asking: Promise<string> | undefined

  const renewed = async (): Promise<string> => {
    const { value, lifetimeMs } = await ask()
    kept = { value, until: now() + Math.max(lifetimeMs - marginMs, lifetimeMs / 2) }
    return value
  }

  return {
    current: () => {
      if (kept && kept.until > now()) return Promise.resolve(kept.value)
      asking ??= renewed().finally(() => {
        asking = undefined
      })
      return asking
    },
    /** Forgets a token that was refused, unless another call has replaced it already. */
    refused: (value) => {
      if (kept?.value === value) kept = undefined
    },
  }
}
