import { days, hours, minutes } from '#account-api/kernel/time'
import { idAt, type Person, type SomeShares } from '#bench/seed/person'
import { addressOf, pastMs, some } from './rows'

const message = (person: Person, createdAt: number) => {
  const { channel, value } = addressOf(person)
  return {
    id: idAt(createdAt, person),
    recipient: value,
    channel,
    purpose: 'login',
    subject: '',
    body: '',
    code: null,
    link: null,
    language: 'en',
    created_at: createdAt,
    attempts: 1,
    next_attempt_at: createdAt + minutes(1),
    delivered_at: null,
    given_up_at: null,
    is_bulk: 0,
    answer: null,
  }
}

const text = 'Your code is 123456. It is valid for 10 minutes. If you did not ask for it, ignore this message.'

export const messageShares = {
  announcements: (person) =>
    some(person, 0.0001, () => {
      const at = pastMs(person, days(20))
      const texts = { text_en: 'Closed from 2 to 3.', text_zh_hans: '2 点至 3 点暂停。' }
      return { id: idAt(at, person), ...texts, starts_at: at, ends_at: at + hours(1) }
    }),
  outbox: (person) => [
    ...some(person, 0.5, () => {
      const at = pastMs(person, days(6))
      return { ...message(person, at), delivered_at: at + 1000 }
    }),
    ...some(person, 0.01, () => ({ ...message(person, pastMs(person, minutes(20))), body: text, code: '123456' })),
    ...some(person, 0.01, () => {
      const at = pastMs(person, days(6))
      return { ...message(person, at), attempts: 10, given_up_at: at + hours(1), answer: 'EENVELOPE 550' }
    }),
  ],
} satisfies SomeShares
