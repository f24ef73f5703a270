import { longestReportPage } from '#contract/terms/fields'
import { requireActing } from '~/features/organisations/acting.server'
import { byteOrderMark, csvAnswer } from '~/features/organisations/csv'
import type { LoaderFunctionArgs } from '~/framework'
import { languageOf } from '~/i18n/i18n.server'
import { headLine, lineOfReport } from '~/routes/settings/organisations/$subject/invitations/batches/$batch/batch-csv'
import { requireBatch } from '~/routes/settings/organisations/$subject/invitations/batches/$batch/batches.server'
import { changedCookies } from '~/session/visitor.server'

// The state of each line of a list, as a file (CSV). A list has at most 10,000 lines, so the file is bounded.
export const loader = async (args: LoaderFunctionArgs) => {
  await requireActing(args, 'invitation.read')
  const language = await languageOf(args)
  const parts = [Buffer.from(byteOrderMark + headLine(language))]
  for (let after: string | undefined, isLast = false; !isLast; ) {
    const { batch, lines, next } = await requireBatch(args, { page_size: longestReportPage, after })
    parts.push(Buffer.from(lines.map((line) => lineOfReport(language, batch.region, line)).join('')))
    after = next ?? undefined
    isLast = next === null
  }
  return csvAnswer(parts, { name: 'invitations', cookies: await changedCookies(args) })
}
