import { awaitingRecovery } from '#tests/app/desk/person'
import { message } from '#tests/app/desk/samples'
import { longName } from '#tests/e2e/pages/states/samples'
import type { States } from '#tests/e2e/pages/states/state'
import { type OperatorAnswers, ok, openedAtDesk } from './at-desk'

const at = '2026-11-26T08:00:00.000Z'

const quiet: OperatorAnswers = {
  listNames: ok({ names: [], has_more: false }),
  listAwaitingRecoveries: ok({ recoveries: [], has_more: false }),
  countMessages: ok({ channels: [] }),
  listFailedMessages: ok({ messages: [], has_more: false }),
  listAnnouncements: ok({ announcements: [] }),
}

export const deskStates: States = {
  '/desk': {
    'desk, nothing waits': openedAtDesk('/desk', quiet),
    'desk of an operator for clients': openedAtDesk('/desk', {}, { scopes: ['clients'], holder: longName }),
    'desk, much waits': openedAtDesk('/desk', {
      listNames: ok({ names: [{ user_id: 'u1', username: 'lin', current: 'u_1', asked_at: at }], has_more: true }),
      listAwaitingRecoveries: ok({ recoveries: [awaitingRecovery], has_more: false }),
      countMessages: ok({
        channels: [
          { channel: 'email', waiting: 12, has_more: false, older_than: [], oldest_at: at },
          { channel: 'sms', waiting: 1000, has_more: true, older_than: [{ minutes: 10, count: 3 }], oldest_at: at },
        ],
      }),
      listFailedMessages: ok({ messages: [message], has_more: false }),
      listAnnouncements: ok({
        announcements: [
          {
            id: 'a1',
            texts: {
              en: 'On Sunday from 2:00 to 3:00 nobody can sign in: the database moves.',
              'zh-Hans': '周日 2:00 至 3:00 因数据库迁移，暂时不能登录。',
            },
            starts_at: at,
            ends_at: '2026-12-01T03:00:00.000Z',
          },
        ],
      }),
    }),
  },
}
