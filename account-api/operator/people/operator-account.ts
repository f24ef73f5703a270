import { tellOfAct } from '#account-api/kernel/current-call'
import { type Operator, refuse } from '#account-api/operator/handling'
import { holderOfMessage } from '#account-api/operator/messages/message-acts'
import type { Service } from '#account-api/operator/service'
import type { OperatorCall } from '#contract/operator/operator-call'
import type { OperatorRefusal } from '#contract/operator/operator-wire'
import { findPerson } from './find-person'

/**
 * Refuses to change an account that is an operator's, or to show it in full, unless the caller has the scope `all`: an
 * operator of less could freeze, free or recover the account of one who has more, and become them, or learn where to. A message to such an account belongs to it.
 * The event of the refusal is that account's.
 */
export const refuseOperatorAccount = async (
  service: Service,
  { row, by, input }: { row: OperatorCall; by: Operator; input: Record<string, unknown> },
): Promise<OperatorRefusal<'operator_account'> | undefined> => {
  if (row.power.act === 'reads' || by.scopes.includes('all')) return undefined
  const accountId = await namedAccount(service, row, input)
  if (accountId === undefined || !(await service.storage.operators.find(accountId))) return undefined
  tellOfAct({ accountId })
  return refuse(
    'operator_account',
    'This account is an operator’s. It takes the scope all to change it, or to see it in full.',
  )
}

/** The account that a call would change or show in full, by the field that names it. */
const namedAccount = async (
  service: Service,
  { name }: OperatorCall,
  { user_id, user, whose, id }: Record<string, unknown>,
): Promise<string | undefined> => {
  if (typeof user_id === 'string') return user_id
  const named = user ?? whose
  if (typeof named === 'string') return (await findPerson(service, named))?.id
  if (name !== 'dropMessage') return undefined
  const message = await service.storage.undelivered.find(String(id))
  return message && (await holderOfMessage(service.storage, message))?.id
}
