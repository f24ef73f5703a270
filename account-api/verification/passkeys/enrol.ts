import { clientName } from '#account-api/accounts/activity/client-name'
import { changeMethod } from '#account-api/accounts/method-changes/change'
import { allProven, type FactorLacking, judgeWeakening } from '#account-api/accounts/methods/ledger'
import { lockPerson, type Person } from '#account-api/accounts/sessions/person'
import type { From } from '#account-api/kernel/from'
import type { TooManyRequests } from '#account-api/kernel/limits/too-many'
import { newId } from '#account-api/kernel/random'
import { type Changer, lockChanger, type NotChanged } from '#account-api/verification/methods/changer'
import { inTransaction, type Service } from '#account-api/verification/service'
import { type CreationOptions, passkeyLabelMaxLength } from '#contract/verification/passkey-fields'
import { passkeyPlaceOf } from '#rules/passkey-place'
import { type AnsweredAt, judgeAnswer, type PasskeyRefused, passkeyRefused, passkeysNotOffered } from './answer'
import { countForAccount, issueChallenge, type Place, redeemChallenge } from './challenge'
import { readAttestation } from './credential'
import { judgeAttestation, type NewPasskey } from './judge'
import { creationOptionsFor } from './options'

export const passkeyRule = { most: 10 }

interface TooManyPasskeys {
  ok: false
  code: 'too_many_passkeys'
  most: number
}

const tooManyPasskeys = { ok: false, code: 'too_many_passkeys', most: passkeyRule.most } as const

interface Asked extends Changer {
  language: 'en' | 'zh-Hans'
}

type Started =
  | { ok: true; options: CreationOptions }
  | NotChanged
  | FactorLacking
  | TooManyRequests
  | TooManyPasskeys
  | typeof passkeysNotOffered

/** The challenge of a new passkey is valid only in the session that requested it. */
const placeOf = ({ session }: Person): Place => ({ purpose: 'passkey_new', boundTo: session.id })

/**
 * Returns the options for a new passkey. If sign-ins require the authenticator, a passkey signs in without it, so
 * adding one takes the same proofs as weakening the authenticator.
 */
export const startPasskey = inTransaction<Asked, Started>(async (stores, { language, ...asked }) => {
  const place = passkeyPlaceOf(stores.deployment.publicUrl)
  if (!place) return passkeysNotOffered
  const changer = await lockChanger(stores, asked)
  if (!changer.ok) return changer
  const { account, session } = changer.present
  const { areEnough, lacking } = judgeWeakening(stores.deployment, changer, 'authenticator')
  if (account.asksAuthenticator && !areEnough) return { ok: false, code: 'factor_lacking', lacking }
  const has = await stores.passkeys.of(account.id)
  if (has.length >= passkeyRule.most) return tooManyPasskeys
  const refused = await countForAccount(stores, account.id)
  if (refused) return refused
  if (!(await changer.use())) return { ok: false, code: 'ticket_refused' }
  const of = { accountId: account.id, sessionId: session.id }
  const challenge = await issueChallenge(stores, { ...placeOf(changer.present), ...of })
  return { ok: true, options: creationOptionsFor(stores.deployment, { place, challenge, account, has, language }) }
})

interface Given {
  person: Person
  credential: string
  name: string | undefined
  from: From
}

type Added = { ok: true; id: string } | PasskeyRefused | TooManyPasskeys | { ok: false; code: 'not_signed_in' }

/** Adds the passkey that a browser has made. Every address is notified. A refused one uses up its challenge. */
export const addPasskey = async (service: Service, { credential: text, ...given }: Given): Promise<Added> => {
  const at = placeOf(given.person)
  const answered = await judgeAnswer(service, { text, at, read: readAttestation, judge: judgeAttestation })
  return answered.ok ? add(service, { ...given, made: answered.judged, asked: answered.asked }) : answered
}

const add = inTransaction<Omit<Given, 'credential'> & { made: NewPasskey; asked: AnsweredAt }, Added>(
  async (stores, { person, made, asked, name, from }) => {
    const present = await lockPerson(stores, person)
    if (!present) return { ok: false, code: 'not_signed_in' }
    const redeemed = await redeemChallenge(stores, asked)
    const { account } = present
    if (redeemed?.accountId !== account.id) return { ok: false, code: 'ticket_refused' }
    if ((await stores.passkeys.of(account.id)).length >= passkeyRule.most) return tooManyPasskeys
    // Another account may have the credential, if a manipulated browser says so.
    if (await stores.passkeys.find(made.credentialId)) return passkeyRefused
    const accountId = account.id
    const at = stores.deployment.now()
    const passkey = { ...made, id: newId(at), accountId, name: name ?? nameOf(from), madeAt: at, usedAt: null }
    const provenBy = allProven(stores.deployment, present, undefined)
    const make = async () => {
      if (!(await stores.passkeys.insert(passkey))) throw new Error('another account has just added the passkey')
    }
    await changeMethod(stores, { account, change: 'passkey_added', provenBy, from, make })
    return { ok: true, id: passkey.id }
  },
)

const nameOf = ({ client }: From): string => {
  const { browser, system } = clientName(client)
  return [browser, system].filter(Boolean).join(', ').slice(0, passkeyLabelMaxLength) || 'Passkey'
}
