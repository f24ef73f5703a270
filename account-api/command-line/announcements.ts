import { type Command, listLines, type Row, saying } from './said'

export const announcementUsage = `npm run admin -- announcements                               lists the current and future announcements
npm run admin -- announcements add <from> <until> <english> <chinese>
                                                             announces something on the sign-in page; times such as 2026-12-01T02:00Z
npm run admin -- announcements end <id>                      ends one
`

const list: Command = async (api) =>
  saying(await api.listAnnouncements({}), ({ announcements }) =>
    listLines(
      announcements,
      ({ id, texts, starts_at, ends_at }) => [
        ...[id, `from ${starts_at}`, `until ${ends_at}`],
        ...[texts.en, texts['zh-Hans']],
      ],
      'Nothing is announced.',
    ),
  )

const add: Command = async (api, from = '', until = '', en = '', chinese = '') =>
  saying(
    await api.addAnnouncement({ starts_at: from, ends_at: until, texts: { en, 'zh-Hans': chinese } }),
    ({ id, starts_at, ends_at }) =>
      `Announcement ${id} is shown on the sign-in page from ${starts_at} until ${ends_at}.`,
  )

const end: Command = async (api, id = '') =>
  saying(
    await api.endAnnouncement({ id }),
    () => `Announcement ${id} has ended. Pages may show it for another 30 seconds.`,
  )

export const announcementCommands: Record<string, Row> = {
  announcements: { words: 0, run: list },
  'announcements add': { words: 4, run: add },
  'announcements end': { words: 1, run: end },
}
