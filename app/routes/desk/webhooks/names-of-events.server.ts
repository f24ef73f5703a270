import { ofClients } from '#contract/operator/messages/event-groups'
import { eventNames } from '#contract/operator/messages/event-names'

/**
 * The second parts of event names, each list once, with the first parts that it belongs to. Signals are left out: a
 * client gets both.
 */
export const namesOfEvents = (): { beginnings: string[]; names: readonly string[] }[] => {
  const lists = new Map<readonly string[], string[]>()
  for (const [group, names] of Object.entries(eventNames))
    if (group !== ofClients) lists.set(names, [...(lists.get(names) ?? []), `${group}.`])
  return [...lists].map(([names, beginnings]) => ({ beginnings, names }))
}
