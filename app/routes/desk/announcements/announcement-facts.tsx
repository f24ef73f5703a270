import type { z } from 'zod'
import type { OperatorCalls } from '#contract/operator/operator-calls'
import { useMoment } from '~/features/desk/use-moment'
import { type Facts, SummaryList } from '~/ui/summary-list'

type Announcement = z.output<OperatorCalls['listAnnouncements']['output']>['announcements'][number]

/** An announcement: its times, and its texts. */
export const useAnnouncementFacts = () => {
  const moment = useMoment()
  return (announcement: Announcement): Facts => {
    const { texts, starts_at, ends_at } = announcement
    return {
      'desk.announcements.starts_at': moment(starts_at),
      'desk.announcements.ends_at': moment(ends_at),
      'desk.announcements.text_en': texts.en,
      'desk.announcements.text_zh': texts['zh-Hans'],
    }
  }
}

export const AnnouncementFacts = ({ announcement }: { announcement: Announcement }) => (
  <SummaryList facts={useAnnouncementFacts()(announcement)} />
)
