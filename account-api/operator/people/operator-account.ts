import { tellOfAct } from '#account-api/kernel/current-call'
import type { Operator } from '#account-api/operator/handling'
import { holderOfMessage } from '#account-api/operator/messages/message-acts'
import type { Service } from '#account-api/operator/service'
import type { OperatorCall } from '#contract/call'
import type { OperatorRefusal } from '#contract/server'
import { refuse } from '#contract/server'
import { findPerson } from './find-person'

/**
 * Refuses to change an operator's account, or to show it in full, unless the caller has the scope `all`. Otherwise an
 * operator with fewer scopes could suspend, free or recover the account of one with more, and take it over or learn its
 * addresses. The rule covers messages to such an account. The event of the refusal belongs to that account.
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
    'This account is an operator’s. Changing it, or seeing it in full, needs the scope all.',
  )
}

/** The account that a call would change or show in full, by the name of its field. */
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
