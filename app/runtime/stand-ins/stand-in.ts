import type { z } from 'zod'
import type { CallName, Calls } from '#contract/calls'
import type { Answer, Client, Failure } from '#contract/client'

type Input<Name extends CallName> = z.input<Calls[Name]['input']>

/** The answer of a stand-in, or the failure of a call that it makes. */
type StandInAnswer<Name extends CallName> = Extract<Answer<Calls[Name]>, { ok: true }> | Failure

/** Answers a call that the account API lacks, by calls of `client` that the specification names. */
export type StandIn<Name extends CallName> = (client: Client, input: Input<Name>) => Promise<StandInAnswer<Name>>

export type StandIns = { [Name in CallName]?: StandIn<Name> }

/** The maximum number of entries on one page of a list. */
const pageSize = 100

/** How many pages of a list are read to find one entry. */
const mostPages = 20

/** The success of a stand-in, with the log id of its last call, if it made one. */
export const answered = <Data>(data: Data, logId = ''): { ok: true; data: Data; logId: string } => ({
  ok: true,
  data,
  logId,
})

/** The failure of a stand-in whose object does not exist. */
export const missing = <Code extends 'no_such_subject' | 'no_such_identity' | 'no_such_invitation'>(code: Code) =>
  ({ ok: false, code, description: code, data: {}, logId: '' }) as unknown as Extract<Failure, { code: Code }>

/** The first matching entry of a list. It reads page by page, by the key of the next one if the list has keys. */
export const findInList = async <Entry, Listed extends { ok: true; data: unknown; logId: string } | Failure>(
  readPage: (page: { page: number; page_size: number; after?: string }) => Promise<Listed>,
  entriesOf: (data: Extract<Listed, { ok: true }>['data']) => readonly Entry[],
  fits: (entry: Entry) => boolean,
): Promise<{ entry: Entry | undefined; listed: Listed }> => {
  let after: string | undefined
  for (let page = 1; ; page += 1) {
    const listed = await readPage({ page, page_size: pageSize, ...(after !== undefined && { after }) })
    if (!listed.ok) return { entry: undefined, listed }
    const { data } = listed as Extract<Listed, { ok: true }>
    const entries = entriesOf(data)
    const entry = entries.find(fits)
    if (entry !== undefined || entries.length < pageSize || page === mostPages) return { entry, listed }
    after = (data as { next?: string | null }).next ?? undefined
  }
}
