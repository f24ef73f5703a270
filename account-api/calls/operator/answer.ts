import type { Recording } from '#account-api/calls/recording'
import type { CallRequest } from '#account-api/http/raw-request'
import { once } from '#account-api/kernel/request-keys/request-key'
import { refuseFirstParty } from '#account-api/operator/clients/first-party'
import { tellOperators } from '#account-api/operator/desk/tell-operators'
import { type Operator, refuse } from '#account-api/operator/handling'
import { refuseOperatorAccount } from '#account-api/operator/people/operator-account'
import type { Service } from '#account-api/operator/service'
import { mayMake, type OperatorCall } from '#contract/operator/operator-call'
import type { OperatorCallName } from '#contract/operator/operator-calls'
import { inputFault, type OperatorOutcome } from '#contract/operator/operator-wire'
import { operatorHandlers } from './handlers'

type LooseOutcome = OperatorOutcome<OperatorCall>

/** Handlers are typed row by row. Only the code that runs them all needs this loose type. */
type LooseHandler = (input: never, service: Service, by: Operator) => Promise<LooseOutcome>

/** The parts that answer an operator's call. */
export interface Answering {
  service: Service
  recording: Pick<Recording, 'operator'>
}

interface Made {
  row: OperatorCall
  by: Operator
  input: Record<string, unknown>
  logId: string
  /** Empty: on the machine of the database. */
  clientAddress: string
  /** The key of the form that makes the call. */
  requestKey?: string
  log: Pick<CallRequest['log'], 'info'>
}

/**
 * Answers a call of an authenticated operator: checks the scope and the input, and runs the handler. A call that
 * changes or reveals something writes a line to the log, whatever the result.
 */
export const answerOperator = async (
  { service, recording }: Answering,
  { row, by, input: given, log, requestKey = '', ...from }: Made,
): Promise<LooseOutcome> => {
  const note = (outcome: string) => {
    if (row.power.act !== 'reads') log.info({ call: row.name, ...describe(by, given), outcome }, 'an operator acted')
  }
  const answered = (outcome: LooseOutcome): LooseOutcome => {
    note(outcome.ok ? 'ok' : outcome.code)
    return outcome
  }
  if (!mayMake(by.scopes, row))
    return answered(refuse('scope_lacking', `You lack a scope: ${row.power.scopes.join(' and ')}.`) as LooseOutcome)
  if (row.power.proof === 'factor' && isStale(service, by)) return answered(refuse('factor_lacking', factorText))
  const input = row.input.safeParse(given)
  if (!input.success) return answered(refuse('invalid_input', inputFault(input.error)))
  const handler = operatorHandlers[row.name as OperatorCallName] as LooseHandler
  try {
    const reason = typeof given.reason === 'string' ? withoutAddresses(given.reason) : null
    const key = row.once ? requestKey : ''
    const keyed = { key, by: by.userId ?? by.keyId ?? by.name, call: row.name, input: input.data }
    const handle = async () => {
      const outcome = await handler(input.data as never, service, by)
      if (outcome.ok) await tellOperators(service, { call: row.name, input: input.data, by })
      return outcome
    }
    const act = async () =>
      (await refuseOperatorAccount(service, { row, by, input: input.data })) ??
      (await refuseFirstParty(service, { call: row.name, by, input: input.data })) ??
      (await once(service, keyed, handle)) ??
      (refuse('internal', 'The same request is still under way.') as LooseOutcome)
    return answered(await recording.operator({ row, by, reason, ...from }, act))
  } catch (error) {
    note('internal')
    throw error
  }
}

const factorText = 'This takes a second factor that was just shown. Enter the desk again, by your factor.'

/** True when an operator at the desk has not proven a factor recently. */
const isStale = ({ setting }: Service, { factorUntil }: Operator): boolean =>
  factorUntil !== null && factorUntil <= setting.now()

/** Who acted, why, and on what. The log has no addresses, although a user can be named by one. */
const describe = ({ keyId, userId, name, holder }: Operator, given: Record<string, unknown>) => ({
  ...(userId === null ? { key: name } : { operator: userId }),
  ...(keyId !== null && { keyId }),
  holder,
  ...(typeof given.reason === 'string' && { reason: withoutAddresses(given.reason) }),
  on: Object.fromEntries(
    subjects.flatMap((field) => {
      const value = [given[field] ?? []].flat().join(' ')
      return value === '' ? [] : [[field, withoutAddresses(value)]]
    }),
  ),
})

/** The fields that name what a call acts on, and what a key may do. */
const subjects = [
  ...['user_id', 'user', 'whose', 'what', 'sec_subject_uid', 'id', 'channel', 'aid', 'client_key', 'key_id', 'name'],
  ...['scopes', 'webhook_id', 'delivery_id', 'events'],
]

const longestInLog = 200

const address = /\S*@\S*/g
const number = /(?<![\w-])(?!\d{4}-\d\d-\d\d(?![\w-]))\+?\d(?:[ ()-]{0,2}\d){6,}(?![\w-])/g

/** Removes mail addresses from a text, and numbers that may be mobiles. A date stays. */
const withoutAddresses = (text: string): string =>
  text.slice(0, longestInLog).replace(address, '…').replace(number, '…')
