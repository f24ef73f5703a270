import type { Logger } from 'pino'
import { newId } from '#account-api/kernel/random'
import { type OperatorClient, operatorClientOf } from '#contract/operator/operator-client'
import type { OperatorAnswer } from '#contract/operator/operator-wire'
import { type Answering, answerOperator } from './answer'
import { ownApplication } from './who'

/**
 * The operator's calls on the storage itself, for the command line without a running account API. It may do everything.
 */
export const operatorHere = (answering: Answering, log: Pick<Logger, 'info'>): OperatorClient =>
  operatorClientOf(async (row, input) => {
    const logId = newId(answering.service.setting.now())
    const outcome = await answerOperator(answering, { row, by: ownApplication, input, logId, clientAddress: '', log })
    return (outcome.ok ? { ok: true, data: row.output.parse(outcome.data) } : outcome) as OperatorAnswer
  })
