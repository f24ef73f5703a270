import type { Logger } from 'pino'
import { failedReply } from '#account-api/http/reply'
import { newId } from '#account-api/kernel/random'
import { createOperatorClient, type OperatorClient } from '#contract/client'
import { type Answering, answerCall } from './call'

/** The operator's calls on the storage itself, for the command line if no account API runs. It may do everything. */
export const operatorHere = (
  { service, recording }: Pick<Answering, 'service' | 'recording'>,
  log: Pick<Logger, 'info' | 'warn' | 'error'>,
): OperatorClient => {
  const options = { service, recording, application: { aid: '', keys: [] }, signatureClock: Date.now }
  return createOperatorClient({
    baseUrl: '',
    sendHere: async ({ row, input, headers }) => {
      const logId = newId(service.deployment.now())
      const request = { id: logId, log, method: row.method, headers, values: input, peerAddress: '' }
      const { outcome } = await answerCall(options, { row, request })
      const reply = { status: 200, setCookies: [], logId }
      return outcome.ok ? { ...reply, content: outcome } : { ...failedReply('operator', outcome), logId }
    },
  })
}
