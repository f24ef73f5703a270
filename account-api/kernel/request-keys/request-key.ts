import { setTimeout as pause } from 'node:timers/promises'
import { tellOfAct } from '#account-api/kernel/current-call'
import { hashToken } from '#account-api/kernel/random'
import { seal, unsealByRing } from '#account-api/kernel/sealing'
import type { Service } from '#account-api/kernel/service'
import { minutes, seconds } from '#account-api/kernel/time'

export const requestKeyRule = {
  /** How long an answer is repeated. */
  answeredMs: minutes(2),
  /** How long a request may take before another one may do its work. */
  underWayMs: seconds(30),
  /** How long a second request waits for the answer to the first: less than its caller waits. */
  waits: 40,
  waitMs: 100,
}

const use = 'answer to a request key'

/** The parts that distinguish two requests. */
interface Keyed {
  /** Empty: the caller sent none. */
  key: string
  /** The caller and the call. */
  by: string
  call: string
  input: unknown
}

/**
 * Runs a call that makes something at most once per request key, account and input. A second request waits for the
 * first, and gets its answer. A refusal is not stored. Undefined: the first request is still running.
 */
export const once = async <Outcome extends { ok: boolean }>(
  { deployment, storage }: Pick<Service, 'deployment' | 'storage'>,
  { key, by, call, input }: Keyed,
  run: () => Promise<Outcome>,
): Promise<Outcome | undefined> => {
  if (!/^[\w.-]{16,128}$/.test(key)) return run()
  const { requestKeys } = storage
  const hash = hashToken(JSON.stringify([key, by, call, input]))
  const [secret = ''] = deployment.secrets
  for (let waited = 0; waited < requestKeyRule.waits; waited += 1) {
    const at = deployment.now()
    if (await requestKeys.claim(hash, { at, expiresAt: at + requestKeyRule.underWayMs })) {
      const outcome = await run().catch(async (error: unknown) => {
        await requestKeys.release(hash)
        throw error
      })
      if (!outcome.ok) await requestKeys.release(hash)
      else {
        const answer = seal(secret, JSON.stringify(outcome), { use, id: hash })
        await requestKeys.answer(hash, { answer, expiresAt: deployment.now() + requestKeyRule.answeredMs })
      }
      return outcome
    }
    const sealed = await requestKeys.find(hash)
    const answer = sealed ? unsealByRing(deployment.secrets, sealed, { use, id: hash }) : undefined
    if (answer !== undefined) {
      tellOfAct({ isRepeated: true })
      return JSON.parse(answer) as Outcome
    }
    if (sealed === null) await pause(requestKeyRule.waitMs)
  }
  return undefined
}
