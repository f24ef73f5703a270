import type { CallAnswer } from '#account-api/http/reply'
import type { Operator } from '#account-api/operator/handling'
import type { CallSoFar } from './checks/check'

/**
 * Answers a call of an operator. A call that changes or reveals something leaves a line in the log, whether or not it
 * succeeds.
 */
export const logged = async (call: CallSoFar, answer: () => Promise<CallAnswer>): Promise<CallAnswer> => {
  const note = (outcome: string) => {
    const { by, row, fields, request } = call
    if (by && row.power.act !== 'reads')
      request.log.info({ call: row.name, ...describe(by, fields), outcome }, 'an operator acted')
  }
  try {
    const answered = await answer()
    note(answered.outcome.ok ? 'ok' : answered.outcome.code)
    return answered
  } catch (error) {
    note('internal')
    throw error
  }
}

/** The operator's reason, in the form for the log. */
export const reasonIn = ({ reason }: Record<string, unknown>): string | null =>
  typeof reason === 'string' ? withoutAddresses(reason) : null

/** Who acted, why, and on what. The log has no addresses, because an address identifies a user. */
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

/** A text without mail addresses, and without numbers that may be mobiles. A date stays. */
const withoutAddresses = (text: string): string =>
  text.slice(0, longestInLog).replace(address, '…').replace(number, '…')
