import type { PageHandle } from '~/document/page-handle'
import { actAction } from '~/features/desk/act.server'
import { ActPage } from '~/features/desk/act-page'
import { deskData, oneForAct } from '~/features/desk/desk-data.server'
import { type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { endAnnouncement } from '~/routes/desk/announcements/announcement-acts'
import { AnnouncementFacts } from '~/routes/desk/announcements/announcement-facts'

// Ends an announcement.
export const handle: PageHandle = { title: 'act.endAnnouncement.title' }

export const loader = async (args: LoaderFunctionArgs) => {
  const all = async () => (await deskData(args, 'listAnnouncements', {})).announcements
  return reply(await oneForAct(args, endAnnouncement, { all, isIt: ({ id }) => id === args.params.announcement }))
}

export const action = actAction(endAnnouncement)

export default function EndAnnouncement() {
  return (
    <ActPage
      act={endAnnouncement}
      about={<AnnouncementFacts announcement={useLoaderData<typeof loader>()} />}
      back={{ path: '/desk/announcements', text: 'desk.announcements.keep' }}
    />
  )
}
