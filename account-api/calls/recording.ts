import { createHmac } from 'node:crypto'
import { isIP } from 'node:net'
import { clientName } from '#account-api/accounts/activity/client-name'
import type { TokensAnswered } from '#account-api/applications/protocol/request-log'
import type { Metrics } from '#account-api/http/metrics'
import { type CallRequest, header } from '#account-api/http/raw-request'
import type { CallAnswer } from '#account-api/http/reply'
import { currentCall } from '#account-api/kernel/current-call'
import { auditLine, type WriteAudit } from '#account-api/kernel/events/audit-line'
import { type Act, beginAct, type EventOutcome, eventOf } from '#account-api/kernel/events/event'
import type { Operator } from '#account-api/operator/handling'
import type { Service } from '#account-api/operator/service'
import type { OperatorCall, UserCall } from '#contract/call'
import type { ErrorName } from '#contract/errors'
import { derivedKey } from '#contract/wire/derived-key'
import { headerNames } from '#contract/wire/headers'
import { signInWayOf, stepUpOf } from './counted-acts'
import { lateEvents } from './late-events'

/** Sinks for audit lines and metrics. */
interface Told {
  service: Service
  metrics: Pick<Metrics, 'signedIn' | 'codeAsked' | 'steppedUp' | 'tokensAsked'>
  audit: WriteAudit
  /** How long refusals wait before they are written. Default: a second. */
  refusalsWaitMs?: number
}

/** Records what calls do. One instance serves all entrances to the API. */
export interface Recording {
  /** Runs a call, and records it in the metrics, the audit log and, if refused, the events of its account. */
  call(asked: { row: UserCall; request: CallRequest }, answer: () => Promise<CallAnswer>): Promise<CallAnswer>
  /** Runs a call of an operator, and records it if it does more than read. */
  operator<Outcome extends { ok: true } | { ok: false; code: string }>(
    asked: OperatorActs,
    run: () => Promise<Outcome>,
  ): Promise<Outcome>
  /** Records how a token request was answered. */
  tokens(answered: TokensAnswered & { logId: string; clientAddress: string }): void
  /** Writes the waiting events. */
  flush(): Promise<void>
}

/** Refusals of the input, not of a person. */
const unjudged: ReadonlySet<string> = new Set<ErrorName>(['invalid_input', 'form_token_refused', 'busy', 'too_large'])

/** True when a call does something, as its row says. */
const isAct = ({ harmless, power: { undoneBy } }: UserCall): boolean => !harmless || undoneBy !== 'nothing'

/** Recognises a repeated client address. Without the application key it reveals nothing about the address. */
const addressHashOf = ([secret = '']: readonly string[], clientAddress: string): string =>
  createHmac('sha256', derivedKey(secret, 'client address of an event')).update(clientAddress).digest('base64url')

/** The client address that the signing application states. That application may run in this process. */
export const clientAddressOf = (request: CallRequest): string => {
  const said = header(request, headerNames.clientAddress)
  return isIP(said) > 0 ? said : request.peerAddress
}

/** Why a call was refused, if its answer names a reason. */
const reasonIn = ({ reason }: Record<string, unknown>): string | null => (typeof reason === 'string' ? reason : null)

/** A call that the operator may make. */
interface OperatorActs {
  row: OperatorCall
  by: Operator
  reason: string | null
  logId: string
  /** Empty: on the machine of the database. */
  clientAddress: string
}

interface Ended {
  outcome: EventOutcome
  clientAddress: string
}

export const recordingOf = ({ service, metrics, audit, refusalsWaitMs }: Told): Recording => {
  const late = lateEvents(service, refusalsWaitMs)
  const hashOf = (clientAddress: string) =>
    clientAddress === '' ? null : addressHashOf(service.deployment.secrets, clientAddress)

  const tell = async (row: UserCall, act: Act, { outcome, clientAddress }: Ended) => {
    const event = eventOf(act, outcome)
    const way = act.way ?? signInWayOf(row.name)
    const isOk = outcome === 'ok'
    // Not counted: a screen polls whether it was scanned, and a repeated call does nothing.
    if ((row.harmless && !act.isWritten) || act.isRepeated) return
    if (way && (act.way !== undefined || !isOk))
      metrics.signedIn({ way, outcome: isOk ? 'ok' : 'refused', reason: isOk ? 'none' : outcome })
    if (act.channel) metrics.codeAsked({ channel: act.channel, outcome })
    const stepUp = stepUpOf(row.name)
    if (stepUp) metrics.steppedUp({ kind: stepUp, outcome })
    audit(auditLine(event, { clientAddress, signIn: way }))
    if (isOk) return
    if (act.isWritten) await service.storage.events.correct(event.id, outcome)
    else if (event.accountId !== null && !unjudged.has(outcome)) late.add({ ...event, accountId: event.accountId })
  }

  return {
    call: async ({ row, request }, answer) => {
      const call = currentCall.getStore()
      if (!call || !isAct(row)) return answer()
      const { deployment } = service
      const clientAddress = clientAddressOf(request)
      const act = beginAct({
        call: row.name,
        actor: 'visitor',
        at: deployment.now(),
        logId: request.id,
        addressHash: addressHashOf(deployment.secrets, clientAddress),
        browser: clientName(header(request, 'user-agent').slice(0, 256)).browser,
      })
      call.act = act
      try {
        const answered = await answer()
        const { outcome } = answered
        if (outcome.ok) {
          if (row.event === 'always' && !act.isDone && !act.isRepeated)
            // A fault of a rule: it has made none of its writes through `mark`.
            deployment.warn({ call: row.name }, 'a call that changes something wrote no event')
          await tell(row, act, { outcome: 'ok', clientAddress })
        } else {
          act.reason = reasonIn(outcome.data ?? {})
          // Otherwise nobody vouches for the headers.
          const isKnown = outcome.code !== 'signature_refused'
          await tell(row, act, { outcome: outcome.code, clientAddress: isKnown ? clientAddress : request.peerAddress })
        }
        return answered
      } catch (error) {
        await tell(row, act, { outcome: 'internal', clientAddress })
        throw error
      }
    },
    operator: async ({ row, by, reason, logId, clientAddress }, run) => {
      if (row.power.act === 'reads') return currentCall.run({ logId, row }, run)
      const at = service.deployment.now()
      const known = { at, logId, reason, client: by.userId ?? by.name, addressHash: hashOf(clientAddress) }
      const act = beginAct({ call: row.name, actor: 'operator', ...known })
      const end = async (outcome: EventOutcome) => {
        if (act.isRepeated) return
        const event = eventOf(act, outcome)
        if (!act.isWritten) await service.storage.events.insert(event)
        else if (outcome !== 'ok') await service.storage.events.correct(event.id, outcome)
        audit(auditLine(event, { clientAddress }))
      }
      const outcome = await currentCall.run({ logId, row, act }, run).catch(async (error: unknown) => {
        await end('internal')
        throw error
      })
      await end(outcome.ok ? 'ok' : outcome.code)
      return outcome
    },
    tokens: ({ grant, outcome, client, accountId, logId, clientAddress }) => {
      metrics.tokensAsked({ grant, outcome })
      const act = beginAct({
        call: 'token',
        actor: 'application',
        at: service.deployment.now(),
        client,
        accountId,
        logId,
      })
      audit(auditLine(eventOf(act, outcome), { clientAddress }))
    },
    flush: late.flush,
  }
}
