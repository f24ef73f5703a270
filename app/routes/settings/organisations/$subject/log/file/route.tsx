import { longestLogPage } from '#contract/organisations/organisation-fields'
import { inSubject, requireActing } from '~/features/organisations/acting.server'
import { byteOrderMark, csvAnswer } from '~/features/organisations/csv'
import type { LoaderFunctionArgs } from '~/framework'
import { languageOf } from '~/i18n/i18n.server'
import { requireData } from '~/navigation/guards/guards.server'
import { cutLine, entryLine, headLine } from '~/routes/settings/organisations/$subject/log/log-csv'
import { filterIn } from '~/routes/settings/organisations/$subject/log/log-query'
import { api } from '~/runtime/api.server'
import { changedCookies } from '~/session/visitor.server'

/** How many entries a file has at most. */
const most = { lines: 10_000, bytes: 8 * 1024 * 1024 }

// The log of an organisation as a file (CSV), for the filter of its page.
export const loader = async (args: LoaderFunctionArgs) => {
  await requireActing(args, 'log.read')
  const asked = { ...inSubject(args), ...filterIn(new URL(args.request.url)), page_size: longestLogPage }
  const client = await api(args)
  const language = await languageOf(args)
  const parts = [Buffer.from(byteOrderMark + headLine(language))]
  let [lines, bytes, before] = [0, 0, {}]
  for (;;) {
    const { entries, older } = await requireData(args, await client.listSubjectLog({ ...asked, ...before }))
    const part = Buffer.from(entries.map((entry) => entryLine(language, entry)).join(''))
    parts.push(part)
    lines += entries.length
    bytes += part.length
    if (older === undefined) break
    if (lines >= most.lines || bytes >= most.bytes) {
      parts.push(Buffer.from(cutLine(language, lines)))
      break
    }
    before = { before: older }
  }
  return csvAnswer(parts, { name: 'organisation-log', cookies: await changedCookies(args) })
}
