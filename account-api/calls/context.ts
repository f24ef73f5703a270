import { knownBrowserOf } from '#account-api/accounts/browsers/known-browser'
import type { CallContextOf } from '#account-api/accounts/call-context'
import { header } from '#account-api/http/raw-request'
import type { From } from '#account-api/kernel/from'
import { hashToken } from '#account-api/kernel/random'
import type { OperatorContext } from '#account-api/operator/handling'
import type { Service } from '#account-api/operator/service'
import { isSolved } from '#account-api/verification/captchas/challenge'
import type { CallName } from '#contract/calls'
import { formTokenCookie, headerNames } from '#contract/wire/headers'
import type { CallSoFar } from './checks/check'
import { readTokens, type SessionChange } from './cookies'

type PersonContext = CallContextOf<Service> & Pick<CallSoFar, 'account' | 'acting'>

/** The context that the handler of a call gets next to its input. */
export const contextOf = (call: CallSoFar, change: SessionChange): PersonContext | OperatorContext =>
  call.by ? { service: call.service, by: call.by } : personContext(call, change)

export const fromOf = ({ request, cookies = new Map() }: CallSoFar): From => ({
  clientAddress: header(request, headerNames.clientAddress) || request.peerAddress,
  client: header(request, 'user-agent').slice(0, 256),
  tokens: readTokens(cookies),
})

const personContext = (known: CallSoFar, change: SessionChange): PersonContext => {
  const { service, aid, row, request, cookies, session, account, acting } = known
  const call = row.name as CallName
  const visitor = hashToken(cookies?.get(formTokenCookie) ?? '')
  const ticket = header(request, headerNames.captchaTicket)
  const from = fromOf(known)
  const { clientAddress, tokens = [] } = from
  return {
    ...{ service, aid, call, visitor, account, acting, session, clientAddress, from },
    isPerson: async () => ticket !== '' && isSolved(service, { ticket, visitor, call }),
    isKnownTo: async (accountId) => {
      const browser = await knownBrowserOf(service.storage, { accountId, tokens })
      return browser !== undefined || (accountId !== undefined && session?.accountId === accountId)
    },
    shownTerms: header(request, headerNames.shownTerms),
    language: header(request, 'accept-language').startsWith('en') ? 'en' : 'zh-Hans',
    setSession: (opened) => {
      change.opened = opened
    },
    clearSession: () => {
      change.ended = true
    },
  }
}
