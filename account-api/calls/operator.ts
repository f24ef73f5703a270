import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { callRequestOf, rawBody } from '../http/raw-request'
import { currentCall } from '../kernel/current-call'
import { findCommand } from '../operator/commands'
import type { ServedOptions } from './api-options'
import { signedBy } from './signed-by'

const asked = z.object({ words: z.array(z.string().max(600)).max(10), file: z.string().optional() })

/**
 * `POST /operator {words, file}`: runs a command of the operator's command line, for a caller that signs with the application key;
 * that of another application is refused. `file`, in base64, is what the file holds that the command names. It is no call of
 * the contract: no page makes it, and another account API need not have it.
 */
export const operatorRoute = (options: ServedOptions) => async (request: FastifyRequest, reply: FastifyReply) => {
  const signed = await signedBy(options, callRequestOf(request), { isHarmless: false, ownOnly: true })
  if (!signed.ok) return reply.code(401).send({ refused: signed.reason })
  const { words, file } = asked.safeParse(readJson(rawBody(request))).data ?? {}
  const command = words && findCommand(words, file === undefined ? undefined : Buffer.from(file, 'base64'))
  if (!command) return reply.code(400).send({ error: 'This is no command' })
  request.log.info({ words: words.map(withoutAddress) }, 'an operator gave a command')
  const said = await currentCall.run({ logId: request.id }, () => command(options.service))
  // The first request of a client that was registered comes soon. Other commands need not load anything.
  if (said.ok && words[0] === 'client' && words[1]?.startsWith('add')) await options.protocol.prepare()
  return said
}

/** A user can be named by an address, which no log has. */
const withoutAddress = (word: string): string => (/@|^\+?[\d ()-]{6,20}$/.test(word) ? '…' : word)

const readJson = (bytes: Buffer): unknown => {
  try {
    return JSON.parse(bytes.toString())
  } catch {
    return undefined
  }
}
