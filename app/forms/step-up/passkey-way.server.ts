import type { Failure } from '../../../contract/client'
import { api } from '../../runtime/api.server'
import type { Args } from '../../runtime/load-context'
import type { SecondRequirement } from './parked.server'
import { type ChosenWay, textIn } from './step-up'

/** The longest answer of a browser that is read, as in the contract. */
const longest = 8192

/** Asks for a passkey: with a challenge, which its page gives to the browser. */
export const askForPasskey = async (
  args: Args,
  { key }: SecondRequirement,
): Promise<{ ok: true; chosen: ChosenWay } | Failure> => {
  const answer = await (await api(args)).startSecondPasskey({ sms_code_key: key })
  if (!answer.ok) return answer
  const { options } = answer.data
  return { ok: true, chosen: { way: 'passkey', masked: '', waitSeconds: 0, againAt: 0, options } }
}

/** Checks the answer of a browser. Undefined: there is none. */
export const checkPasskey = async (
  args: Args,
  posted: FormData,
  { key }: SecondRequirement,
): Promise<{ ok: true } | Failure | undefined> => {
  const credential = textIn(posted, 'credential').slice(0, longest)
  if (credential.length < 2) return undefined
  return (await api(args)).verifySecondByPasskey({ sms_code_key: key, credential })
}
