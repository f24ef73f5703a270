import { makes } from './makes'
import { type Commands, listLines, saying } from './said'

export const announcementCommands: Commands = {
  announcements: makes('listAnnouncements', ({ announcements }) =>
    listLines(
      announcements,
      ({ id, texts, starts_at, ends_at }) => [
        ...[id, `from ${starts_at}`, `until ${ends_at}`],
        ...[texts.en, texts['zh-Hans']],
      ],
      'Nothing is announced.',
    ),
  ),
  'announcements add <from> <until> <english> <chinese>': {
    text: 'Announces something on the sign-in page. A time is written as 2026-12-01T02:00Z.',
    run: async (api, { from = '', until = '', english = '', chinese = '' }) =>
      saying(
        await api.addAnnouncement({ starts_at: from, ends_at: until, texts: { en: english, 'zh-Hans': chinese } }),
        ({ id, starts_at, ends_at }) =>
          `Announcement ${id} is shown on the sign-in page from ${starts_at} until ${ends_at}.`,
      ),
  },
  'announcements end <id>': makes(
    'endAnnouncement',
    (_, { id }) => `Announcement ${id} has ended. Pages may show it for another 30 seconds.`,
  ),
}
