import { timeZoneOf } from '#account-api/accounts/account/time-zone'
import { personOf } from '#account-api/accounts/call-context'
import { markedWrite } from '#account-api/kernel/service'
import type { Handling } from '#account-api/verification/call-context'
import { answerRemoval, refuseChange } from '#account-api/verification/methods/refuse-change'
import { removeOwn } from '#account-api/verification/methods/remove'
import { refuseAs } from '#account-api/verification/outcomes'
import { done, refuse } from '#contract/server'
import { addPasskey, passkeyRule, startPasskey } from './enrol'

export const passkeyHandlers = {
  listPasskeys: async (_input, { service: { storage }, account }) => {
    const passkeys = await storage.passkeys.of(account.id)
    const waiting = (await storage.pendingChanges.of(account.id)).find(({ method }) => method === 'passkey')
    return done({
      passkeys: passkeys.map(({ id, name, madeAt, usedAt }) => ({
        passkey_id: id,
        label: name,
        made_at: new Date(madeAt).toISOString(),
        used_at: usedAt === null ? null : new Date(usedAt).toISOString(),
        removed_at: waiting?.value === id ? new Date(waiting.takesEffectAt).toISOString() : null,
      })),
      most: passkeyRule.most,
      time_zone: timeZoneOf(account),
    })
  },

  startPasskey: async (input, context) => {
    const { service, language } = context
    const started = await startPasskey(service, {
      person: personOf(context),
      verifyTicket: input.verify_ticket,
      language: language === 'en' ? language : 'zh-Hans',
    })
    if (started.ok) return done({ options: started.options })
    switch (started.code) {
      case 'too_many_requests':
      case 'too_many_passkeys':
      case 'passkeys_not_offered':
        return refuseAs(started)
      default:
        return refuseChange(context, started)
    }
  },

  addPasskey: async (input, context) => {
    const { service, from } = context
    const { credential, label: name } = input
    const added = await addPasskey(service, { person: personOf(context), credential, name, from })
    return added.ok ? done({ passkey_id: added.id }) : refuseAs(added)
  },

  renamePasskey: async ({ passkey_id: id, label: name }, { service, account }) =>
    (await markedWrite(service, ({ passkeys }) => passkeys.rename({ accountId: account.id, id }, name)))
      ? done({ done: true })
      : refuse('no_such_passkey', {}),

  removePasskey: async (input, context) => {
    const { service, from } = context
    const { passkey_id: id, verify_ticket: verifyTicket, wait } = input
    const asked = { person: personOf(context), method: 'passkey', id, verifyTicket, waits: wait === 1, from }
    return answerRemoval(context, await removeOwn(service, asked), refuse('no_such_passkey', {}))
  },
} satisfies Handling
