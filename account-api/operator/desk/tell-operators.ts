import { toldOf } from '#account-api/accounts/notices/notice'
import { checkTold } from '#account-api/kernel/current-call'
import type { OperatorsTold } from '#account-api/kernel/outbox/message'
import { post } from '#account-api/kernel/outbox/post'
import type { Operator } from '#account-api/operator/handling'
import { inTransaction, type Service, type Stores } from '#account-api/operator/service'
import { mostOperators } from './operators'

type Input = Readonly<Record<string, unknown>>

/** A person, by the username and the scopes. */
const person = async ({ accounts }: Stores, { user_id: userId, scopes }: Input): Promise<string> => {
  const { username } = (await accounts.profile(String(userId))) ?? {}
  return [username ?? userId, ...(Array.isArray(scopes) ? [`(${scopes.join(', ')})`] : [])].join(' ')
}

const webhook = async ({ webhooks }: Stores, { webhook_id: id }: Input): Promise<string> => {
  const { url } = (await webhooks.find(String(id))) ?? {}
  return url === undefined ? String(id) : new URL(url).host
}

/** The object of each call that operators are notified of. */
const subjects: Record<OperatorsTold['call'], (stores: Stores, input: Input) => string | Promise<string>> = {
  makeKey: (_, { name, holder, scopes, days }) => [name, holder, scopes, `${days} d`].flat().join(', '),
  addOperator: person,
  removeOperator: person,
  addWebhook: (_, { url }) => new URL(String(url)).host,
  rotateWebhook: webhook,
  addApplication: (_, { aid }) => String(aid),
  showApplicationKey: (_, { aid }) => String(aid),
  renewApplicationKey: (_, { aid }) => String(aid),
  addClient: (_, { client_key: key }) => String(key),
  rotateSecretOfClient: (_, { client_key: key }) => String(key),
}

interface Did {
  call: string
  input: Input
  by: Operator
}

const isTold = (call: string): call is OperatorsTold['call'] => Object.hasOwn(subjects, call)

/**
 * Notifies all operators with the scope `all` of an act of an operator or a key. The acting operator is included,
 * because their browser may have been copied.
 */
export const tellOperators = async (service: Service, { call, ...did }: Did): Promise<void> => {
  if (isTold(call)) await tellAll(service, { call, ...did })
}

const tellAll = inTransaction<Did & { call: OperatorsTold['call'] }, void>(
  async (stores, { call, input, by: { name: by } }) => {
    checkTold(stores.deployment, 'operators')
    const operators = await stores.operators.list(mostOperators)
    // The person concerned gets another message.
    const chiefs = operators.filter(({ accountId, scopes }) => scopes.includes('all') && accountId !== input.user_id)
    if (chiefs.length === 0) return
    const message = { kind: 'operators_told', call, on: await subjects[call](stores, input), by } as const
    for (const { accountId } of chiefs) {
      const account = await stores.accounts.profile(accountId)
      if (!account) continue
      for (const each of toldOf(stores.deployment, account))
        await post(stores, { ...each, language: account.language, message })
    }
  },
)
