import { inSubject, requireActing } from '~/features/organisations/acting.server'
import { byteOrderMark } from '~/features/organisations/csv'
import { csvStream } from '~/features/organisations/management/csv-stream.server'
import { visitorRegion } from '~/forms/values/visitor-region.server'
import type { LoaderFunctionArgs } from '~/framework'
import { languageOf } from '~/i18n/i18n.server'
import { requireData } from '~/navigation/guards/guards.server'
import { cutLine, headLine, memberLine } from '~/routes/settings/organisations/$subject/members/members-csv'
import { askedBy, memberFilterIn } from '~/routes/settings/organisations/$subject/members/members-query'
import { api } from '~/runtime/api.server'
import { changedCookies } from '~/session/visitor.server'

/** Limits of one file, like those of the log file. */
const mostLines = 10_000
/** The maximum number of members in an answer. */
const batch = 100

// The members of an organisation as a file (CSV), for the filter of their page. It is streamed in batches, because an
// organisation may be large, and a copy of this program has little memory.
export const loader = async (args: LoaderFunctionArgs) => {
  await requireActing(args, 'member.read')
  const filter = memberFilterIn(new URL(args.request.url))
  const asked = { ...inSubject(args), ...askedBy(filter, visitorRegion(args)), page: 1, page_size: batch }
  const client = await api(args)
  const language = await languageOf(args)
  // The first batch is read before anything is sent, so a refusal is a page, not a truncated file.
  const first = await requireData(args, await client.listIdentities(asked))

  const parts = async function* (): AsyncGenerator<string, void> {
    yield byteOrderMark + headLine(language)
    let [page, lines] = [first, 0]
    for (;;) {
      yield page.members.map((member) => memberLine(language, member)).join('')
      lines += page.members.length
      const { next } = page
      if (next === null) return
      if (lines >= mostLines) {
        yield cutLine(language, lines)
        return
      }
      page = await requireData(args, await client.listIdentities({ ...asked, after: next }))
    }
  }
  return csvStream(args, parts(), { name: 'members', cookies: await changedCookies(args) })
}
