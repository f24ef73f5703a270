import type { PageHandle } from '~/document/page-handle'
import { deskData } from '~/features/desk/desk-data.server'
import { DeskList } from '~/features/desk/desk-list'
import { type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { flashOf } from '~/navigation/flash/flash.server'
import { useAnnouncementFacts } from './announcement-facts'

// Announcements on the sign-in page, current and future.
export const handle: PageHandle = { title: 'desk.announcements.title' }

export const loader = async (args: LoaderFunctionArgs) =>
  reply({ ...(await deskData(args, 'listAnnouncements', {})), notice: flashOf(args.request) })

export default function Announcements() {
  const factsOf = useAnnouncementFacts()
  const { announcements, notice } = useLoaderData<typeof loader>()
  return (
    <DeskList
      title="desk.announcements.title"
      lead="desk.announcements.lead"
      none="desk.announcements.none"
      notice={notice}
      add={{ path: '/desk/announcements/new', call: 'addAnnouncement' }}
      rows={announcements.map((announcement) => ({
        id: announcement.id,
        facts: factsOf(announcement),
        links: [{ path: `/desk/announcements/${announcement.id}/end`, call: 'endAnnouncement', isDanger: true }],
      }))}
    />
  )
}
