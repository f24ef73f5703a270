import type { Service } from '../closing/service'
import { type FrozenByOperator, freezeByOperator } from '../organisations/organisation/freeze'
import { type ManagerSet, setManager } from '../organisations/transfers/set-manager'
import type { Said } from './said'

const answered = (publicId: string, isFrozen: boolean, answer: FrozenByOperator): Said => {
  if (answer.ok) {
    const { name } = answer.organisation
    const reopened = answer.wasClosing ? ' It was being closed, which has ended.' : ''
    const done = isFrozen
      ? `${name} is frozen. Nobody but you can unfreeze it.${reopened}`
      : `${name} is no longer frozen.`
    return { ok: true, text: `${done} Its manager is told.` }
  }
  const reasons = {
    no_such_subject: `There is no organisation ${publicId}.`,
    already: 'The operator has frozen it already.',
    not_frozen: 'The operator has not frozen it. What its manager has frozen, its manager unfreezes.',
    being_erased: 'It was closed, and is being erased.',
  }
  return { ok: false, text: reasons[answer.code] }
}

/** Freezes an organisation, or unfreezes it. */
export const freezeCommand =
  (isFrozen: boolean) =>
  async (service: Service, publicId = ''): Promise<Said> =>
    answered(publicId, isFrozen, await freezeByOperator(service, { publicId, isFrozen }))

const managerRefusals: Record<Extract<ManagerSet, { ok: false }>['code'], string> = {
  no_such_subject: 'There is no such organisation.',
  no_such_user: 'There is no such user.',
  not_open: 'The account of this user is frozen or cancelled.',
  no_address: 'The account of this user has no mobile number and no email, so nobody could be told.',
  already: 'This user is its manager already.',
  too_many: 'This user manages as many organisations as anybody may.',
}

/** Makes a user the manager of an organisation. */
export const setManagerCommand = async (
  service: Service,
  publicId = '',
  accountId = '',
  reason = '',
): Promise<Said> => {
  const answer = await setManager(service, { publicId, accountId, reason })
  if (!answer.ok) return { ok: false, text: managerRefusals[answer.code] }
  const { organisation, was, is } = answer
  const text = `${is} is the manager of ${organisation.name}, in place of ${was}, who stays as a member without a role. Both are told, and its deputies.`
  return { ok: true, text }
}

/** Shows an organisation. */
export const showOrganisation = async ({ storage }: Service, publicId = ''): Promise<Said> => {
  const organisation = await storage.organisations.find(publicId)
  if (!organisation) return { ok: false, text: `There is no organisation ${publicId}.` }
  const manager = await storage.identities.managerOf(organisation.id)
  const { name, frozenBy, closesAt, createdAt } = organisation
  const facts = {
    name,
    'created at': new Date(createdAt).toISOString(),
    manager: manager ? `${manager.name} (user ${manager.accountId})` : 'none: it is being erased',
    'frozen by': frozenBy ?? 'nobody',
    'erased on': closesAt === null ? 'it is not being closed' : new Date(closesAt).toISOString(),
  }
  const lines = Object.entries(facts).map(([what, value]) => `${what}\t${value}`)
  return { ok: true, text: lines.join('\n') }
}
