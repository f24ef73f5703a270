import type { ClientExplained } from '#contract/operator/client-parts-calls'
import { type Command, failed, type Row, saying } from './said'

export const explainUsage = `npm run admin -- explain client <key> [--request <url>]      shows what a client may do, and why a request fails
`

const explain: Command = async (api, client_key = '', option?: string, request?: string) => {
  if (option !== undefined && (option !== '--request' || request === undefined))
    return failed('Say: explain client <key> [--request <url>].')
  return saying(await api.explainClient({ client_key, request }), (explained) =>
    [...explained.may, ...(explained.request ? ['', ...answerOf(explained, explained.request)] : [])].join('\n'),
  )
}

const answerOf = (
  { can_ask }: ClientExplained,
  { faults, notes }: NonNullable<ClientExplained['request']>,
): string[] => {
  const lines = faults.map(({ about, because, to_do }) => `- ${about}: ${because}. To do: ${to_do}.`)
  if (!can_ask) lines.unshift('- the client cannot make requests, for the reason above.')
  const head =
    lines.length > 0
      ? `This request fails, for ${lines.length === 1 ? 'one reason' : `${lines.length} reasons`}:`
      : 'This request is valid: its person is sent to the sign-in page, or straight back.'
  return [head, ...lines, ...notes]
}

export const explainCommands: Record<string, Row> = {
  'explain client': { words: 1, most: 3, run: explain },
}
