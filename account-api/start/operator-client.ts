import { z } from 'zod'
import { type Application, sign, signatureRefusals, signatureRefusalTexts } from '../../contract/wire/signing'
import { wholeBody } from '../../outgoing/whole-body'
import type { Said } from '../operator/said'

const said = z.object({ ok: z.boolean(), text: z.string() })
const refusal = z.object({ refused: z.enum(signatureRefusals) })
const path = '/operator'
const timeoutMs = 30_000

/** The command was not run. The message is for the operator. */
export class NotRun extends Error {}

/**
 * Has a running account API run a command.
 * @param file what the file holds that the command names
 * @returns undefined when nobody listens there, so that nothing was asked
 * @throws NotRun when it answers anything else, or not in time
 */
export const askAccountApi = async (
  baseUrl: string,
  application: Application,
  words: readonly string[],
  file?: Uint8Array,
): Promise<Said | undefined> => {
  const body = JSON.stringify({ words, ...(file && { file: Buffer.from(file).toString('base64') }) })
  // All that fetch would add by itself and a signature covers.
  const headers = { 'content-type': 'application/json', 'accept-language': 'en', 'user-agent': 'admin' }
  const signature = sign({ method: 'POST', path, headers, body }, application, Date.now())
  let answer: Response
  let read: unknown
  try {
    const signal = AbortSignal.timeout(timeoutMs)
    answer = await fetch(baseUrl + path, {
      method: 'POST',
      headers: { ...headers, ...signature },
      body,
      redirect: 'error',
      signal,
    })
    read = JSON.parse((await wholeBody(answer, { signal })).toString())
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined
    if ((cause as NodeJS.ErrnoException | undefined)?.code === 'ECONNREFUSED') return undefined
    throw new NotRun(
      `The account API at ${baseUrl} gave no answer (${String(cause ?? error)}). See its log for whether the command was run.`,
    )
  }
  const refused = refusal.safeParse(read)
  if (refused.success) throw new NotRun(`${baseUrl}: ${signatureRefusalTexts[refused.data.refused]}.`)
  const answered = said.safeParse(read)
  if (answer.ok && answered.success) return answered.data
  throw new NotRun(
    `What answers at ${baseUrl} did not run the command (status ${answer.status}). Is it the account API of this version?`,
  )
}
