import type { PageHandle } from '~/document/page-handle'
import { actAction } from '~/features/desk/act.server'
import { ActPage } from '~/features/desk/act-page'
import { type LoaderFunctionArgs, reply } from '~/framework'
import { addAnnouncement } from '~/routes/desk/announcements/announcement-acts'
import { requireOperator } from '~/runtime/operator.server'

// Announces something on the sign-in page.
export const handle: PageHandle = { title: 'act.addAnnouncement.title' }

export const loader = async (args: LoaderFunctionArgs) => reply(await requireOperator(args, addAnnouncement.call))

export const action = actAction(addAnnouncement)

export default function AddAnnouncement() {
  return <ActPage act={addAnnouncement} back={{ path: '/desk/announcements', text: 'desk.announcements.back' }} />
}
