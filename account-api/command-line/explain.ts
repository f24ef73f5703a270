import type { ClientExplained } from '#contract/operator/client-parts-calls'
import { makes } from './makes'
import type { Commands } from './said'

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

export const explainCommands: Commands = {
  'explain client <client-key> [--request <request>]': makes('explainClient', (explained) =>
    [...explained.may, ...(explained.request ? ['', ...answerOf(explained, explained.request)] : [])].join('\n'),
  ),
}
