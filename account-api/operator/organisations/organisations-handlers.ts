import { momentOf, momentOrNull, type OperatorHandling, refuseFault } from '#account-api/operator/handling'
import type { Service } from '#account-api/operator/service'
import { readShownName } from '#account-api/operator/shown-name'
import { allowMore } from '#account-api/organisations/invitations/allow-more'
import { suspendByOperator } from '#account-api/organisations/organisation/suspend'
import { type ManagerSet, setManager } from '#account-api/organisations/transfers/set-manager'
import { mostFoundOrganisations } from '#contract/operator/fields'
import { subjectNameMaxLength } from '#contract/organisations/organisation-fields'
import { done, refuse } from '#contract/server'
import { sortKeyOf } from '#rules/typed/name-key'
import { renameOrganisation } from './rename'

export const noOrganisation = (publicId: string) =>
  refuse('no_such_organisation', `There is no organisation ${publicId}.`)

const refusals = {
  already: 'It is frozen by the operator already.',
  not_frozen: 'The operator has not frozen it. If its manager has, only the manager can unfreeze it.',
  being_erased: 'It was closed, and is being erased.',
}

/** Suspends or unsuspends an organisation. `isAlready`: the refusal if it is in that state already. */
const suspendOr = async <Already extends 'already' | 'not_frozen'>(
  service: Service,
  { isAlready, ...asked }: Parameters<typeof suspendByOperator>[1] & { isAlready: Already },
) => {
  const answer = await suspendByOperator(service, asked)
  if (answer.ok) return done({ name: answer.organisation.name, was_closing: answer.wasClosing })
  if (answer.code === 'no_such_subject') return noOrganisation(asked.publicId)
  if (answer.code === 'being_erased') return refuse('being_erased', refusals.being_erased)
  return refuse(isAlready, refusals[isAlready])
}

const managerRefusals: Record<Extract<ManagerSet, { ok: false }>['code'], string> = {
  no_such_subject: 'There is no such organisation.',
  no_such_user: 'There is no such user.',
  not_open: 'The account of this user is frozen or cancelled.',
  no_address: 'The account of this user has no mobile number and no email, so it cannot be notified.',
  already: 'This user is its manager already.',
  too_many: 'This user manages as many organisations as anybody may.',
}

export const organisationsHandlers = {
  findOrganisations: async ({ search }, { service: { storage } }) => {
    const named = await storage.organisations.find(search)
    const found = await storage.organisations.beginningWith(sortKeyOf(search), mostFoundOrganisations + 1)
    const organisations = [...(named ? [named] : []), ...found.filter(({ id }) => id !== named?.id)].map(
      ({ publicId, name, createdAt, suspendedBy, closesAt }) => ({
        sec_subject_uid: publicId,
        name,
        created_at: momentOf(createdAt),
        frozen_by: suspendedBy,
        erased_on: momentOrNull(closesAt),
      }),
    )
    return done({
      organisations: organisations.slice(0, mostFoundOrganisations),
      has_more: organisations.length > mostFoundOrganisations,
    })
  },

  showOrganisation: async ({ sec_subject_uid }, { service: { storage } }) => {
    const organisation = await storage.organisations.find(sec_subject_uid)
    if (!organisation) return noOrganisation(sec_subject_uid)
    const manager = await storage.members.managerOf(organisation.id)
    const { name, suspendedBy, closesAt, createdAt, allowance } = organisation
    return done({
      name,
      created_at: momentOf(createdAt),
      manager: manager ? { name: manager.name, user_id: manager.accountId } : null,
      frozen_by: suspendedBy,
      erased_on: momentOrNull(closesAt),
      allowance: allowance && { most: allowance.most, until: momentOf(allowance.until) },
    })
  },

  nameOrganisation: async ({ sec_subject_uid: publicId, name }, { service }) => {
    const shown = readShownName(name, subjectNameMaxLength)
    if ('fault' in shown) return refuseFault(shown)
    return (await renameOrganisation(service, { publicId, ...shown })) ? done(shown) : noOrganisation(publicId)
  },

  freezeOrganisation: ({ sec_subject_uid: publicId, reason }, { service }) =>
    suspendOr(service, { publicId, reason, isSuspended: true, isAlready: 'already' }),

  unfreezeOrganisation: ({ sec_subject_uid: publicId, reason }, { service }) =>
    suspendOr(service, { publicId, reason, isSuspended: false, isAlready: 'not_frozen' }),

  setManager: async ({ sec_subject_uid: publicId, user_id: accountId, reason }, { service }) => {
    const answer = await setManager(service, { publicId, accountId, reason })
    if (answer.ok) return done({ name: answer.organisation.name, was: answer.was, is: answer.is })
    const { code } = answer
    return refuse(code === 'no_such_subject' ? 'no_such_organisation' : code, managerRefusals[code])
  },

  allowInvitations: async ({ sec_subject_uid: publicId, most, days, reason }, { service }) => {
    const answer = await allowMore(service, { publicId, most, forDays: days, reason })
    if (answer.ok) return done({ name: answer.organisation.name, until: momentOf(answer.until) })
    if (answer.code === 'no_such_subject') return noOrganisation(publicId)
    const range = `Give a number from 1 to ${answer.most}, and for how many days, from 1 to ${answer.longestDays}.`
    return refuse('invalid_input', range)
  },
} satisfies OperatorHandling
