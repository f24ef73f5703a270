import { beforeAll, expect, it } from 'vitest'
import type { OperatorCall } from '#contract/call'
import { allOperatorCalls } from '#contract/operator/operator-calls'
import { type OperatorScope, operatorScopeNames } from '#contract/operator/operator-power'
import { describeWorlds } from '#tests/account-api/worlds/worlds'
import { bearing, operatorsOf, pathOf, withoutEffects } from './operators'

/** What each scope may do, by the subject of a path: written apart from the rows, as the operator's guide has it. */
const subjects: Record<Exclude<OperatorScope, 'read' | 'all'>, string[]> = {
  support: ['names', 'users', 'limits', 'messages', 'announcements'],
  clients: ['services', 'apis', 'sites', 'applications', 'clients', 'signing-keys'],
  organisations: ['organisations'],
}

/** The calls that show nothing secret, which the scope `read` may make. */
const harmless = [
  ...['listNames', 'listAwaitingRecoveries', 'showUser', 'showOrganisation', 'findOrganisations', 'listServices'],
  ...['listSites', 'listApplications'],
  ...['listClients', 'showClient', 'explainClient', 'countMessages', 'listFailedMessages', 'listAnnouncements'],
  ...['listApis', 'listWebhooks', 'listDeadDeliveries'],
]

/** The calls of other web apps that give what their holder may do with everybody. */
const ofApplications = ['addApplication', 'changeApplication', 'showApplicationKey', 'renewApplicationKey']
const withAll = [...ofApplications, 'enableApplication']

const isLetIn = (scope: OperatorScope | undefined, { name, path }: OperatorCall): boolean => {
  if (scope === undefined) return false
  // The caller may see its own identity.
  if (scope === 'all' || name === 'showOperator') return true
  if (scope === 'read') return harmless.includes(name)
  // It shows facts of a person in full, so that neither scope is enough on its own.
  if (name === 'explainClientClaims' || withAll.includes(name)) return false
  return subjects[scope].some((subject) => path.split('/')[3] === subject)
}

describeWorlds('the scopes of operator keys on $name', (world) => {
  const { make, fetch } = operatorsOf(world)
  let two = ''
  const keys = new Map<OperatorScope | undefined, string>()

  beforeAll(async () => {
    for (const scope of operatorScopeNames) keys.set(scope, (await make([scope])).key)
    two = (await make(['clients', 'support'])).key
    keys.set(undefined, `butterfly_operator_${'x'.repeat(43)}`)
  })
  withoutEffects()

  /** An input that fits the row, as far as its scope is judged by it. */
  const inputOf = ({ input }: OperatorCall): Record<string, unknown> => {
    const values: Record<string, unknown> = {
      ...{ reason: 'A test', scopes: ['read'], people: [], redirect_uris: [], is_verified: true, rules: null },
      ...{ channel: 'email', what: 'codes', events: ['*'], texts: { en: 'x', 'zh-Hans': 'x' } },
    }
    return Object.fromEntries(Object.keys(input.shape).map((field) => [field, values[field] ?? 'x']))
  }

  const ask = async (row: OperatorCall, key: string) => {
    const input = inputOf(row)
    const { 'content-type': type, ...headers } = bearing(key)
    const body = row.method === 'GET' ? null : row.body === 'multipart' ? new FormData() : JSON.stringify(input)
    const json = row.body === 'multipart' || row.method === 'GET' ? {} : { 'content-type': type }
    const answer = await fetch(pathOf(row), { method: row.method, headers: { ...headers, ...json }, body })
    return ((await answer.json()) as { code: string }).code
  }

  it.each(allOperatorCalls.map((row) => [row.name, row] as const))(
    'security: %s works with a key of its scope, and with no other',
    async (_, row) => {
      const scopes = [...operatorScopeNames, undefined]
      const answered = await Promise.all(scopes.map(async (scope) => [scope, await ask(row, keys.get(scope) ?? '')]))
      // Days and switches of the wrong type are reported after the scope check.
      const letIn = expect.stringMatching(/^(busy|invalid_input)$/)
      const refusal = (scope?: OperatorScope) =>
        scope === undefined ? expect.stringMatching(/^(key_refused|too_many_requests)$/) : 'scope_lacking'
      expect(answered).toEqual(scopes.map((scope) => [scope, isLetIn(scope, row) ? letIn : refusal(scope)]))
    },
  )

  it('security: every call without a key and without a signature is refused', async () => {
    for (const row of allOperatorCalls) {
      const answer = await fetch(pathOf(row), { method: row.method })
      expect([answer.status, await answer.json()], row.name).toMatchObject([401, { code: 'signature_refused' }])
    }
  })

  it('happy: a call that needs two scopes works with both together', async () => {
    const row = allOperatorCalls.find(({ name }) => name === 'explainClientClaims')
    expect(row && (await ask(row, two))).toBe('busy')
  })
})
