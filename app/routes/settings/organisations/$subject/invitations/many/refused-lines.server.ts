import { type BatchCounts, correctable } from '#contract/organisations/invitations/invitation-batches'
import { batchId } from '#contract/organisations/organisation-fields'
import { longestReportPage } from '#contract/terms/fields'
import { inSubject } from '~/features/organisations/acting.server'
import { daysField } from '~/features/organisations/invitation-form'
import type { Line } from '~/routes/settings/organisations/$subject/invitations/batches/$batch/batch-lines'
import { api } from '~/runtime/api.server'
import type { Args } from '~/runtime/load-context'
import { typedMaxBytes } from './list-form'

/** The form values for a corrected list, and how many refused lines it contains and leaves out. */
interface Refused {
  values: Record<string, string>
  shown: number
  left: number
}

/**
 * The refused lines of an earlier list that can be corrected, as form values, with the other values of that list. Roles
 * and notes that a file had for a line are not stored for refused lines.
 * @returns undefined if the list does not exist, or has nothing to correct
 */
export const refusedLines = async (args: Args, id: string): Promise<Refused | undefined> => {
  if (!batchId.safeParse(id).success) return undefined
  const client = await api(args)
  const asked = { ...inSubject(args), batch_id: id, page: 1 }
  const found = await client.invitationBatch({ ...asked, page_size: 1 })
  if (!found.ok) return undefined
  const { batch, counts } = found.data
  const states = correctable.filter((state) => counts.lines[state])
  const answers = await Promise.all(
    states.map((state) => client.invitationBatch({ ...asked, page_size: longestReportPage, state })),
  )
  const lines = answers.flatMap((answer) => (answer.ok ? answer.data.lines : []))
  const texts = within(lines.toSorted((one, other) => one.number - other.number).map(textOf))
  if (texts.length === 0) return undefined
  const { data: days } = daysField.safeParse(String(batch.days))
  return {
    values: {
      addresses: texts.join('\n'),
      role_key: batch.role?.role_key ?? '',
      note: batch.note,
      ...(batch.region !== null && { region: batch.region }),
      ...(days && { days }),
    },
    shown: texts.length,
    left: totalOf(counts) - texts.length,
  }
}

const totalOf = ({ lines }: BatchCounts): number => correctable.reduce((sum, state) => sum + (lines[state] ?? 0), 0)

/** A line as typed. Unreadable text may have a name before it. */
const textOf = ({ deputy_name: name, address, typed }: Line): string => {
  const text = address || typed
  return name !== '' && text !== '' && !/[<>]/.test(text) ? `${name} <${text}>` : text
}

/** As many lines as fit into the form. A line of an erased account has no text. */
const within = (texts: readonly string[]): string[] => {
  const taken: string[] = []
  let bytes = 0
  for (const text of texts.filter((each) => each !== '')) {
    bytes += Buffer.byteLength(text) + 2
    if (bytes > typedMaxBytes) break
    taken.push(text)
  }
  return taken
}
