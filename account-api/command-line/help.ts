import { releasable } from '#contract/operator/fields'
import { makes } from './makes'
import { type Commands, listLines } from './said'

const noEmail = { to: () => 'Name an email address: --to <email>' }

export const helpCommands: Commands = {
  'users restore <user-id> --reason <reason>': makes(
    'restoreUser',
    (_, { user_id }) => `User ${user_id} is no longer cancelled, and is notified of the reason.`,
  ),
  'users recover <user-id> --to <to> [--with-second] --reason <reason>': makes(
    'recoverUser',
    ({ sent_at, agree_until }, { user_id }) =>
      `Every address of user ${user_id} is notified. ` +
      (sent_at === null
        ? `The link is sent as soon as another operator agrees, by ${agree_until}, unless one of the addresses stops it.`
        : `The link is sent on ${sent_at}, unless one of the addresses stops it.`),
    { faults: noEmail, read: { with_second: () => true } },
  ),
  'users recoveries': makes('listAwaitingRecoveries', ({ recoveries, has_more }) => {
    const lines = listLines(
      recoveries,
      ({ user_id, to, reason, asked_by: { name, holder }, asked_at, agree_until }) => [
        ...[user_id, to, `asked ${asked_at} by ${holder} (${name})`, `until ${agree_until}`, reason],
      ],
      'No recovery waits for another operator.',
    )
    return has_more ? `${lines}\nThere may be more.` : lines
  }),
  'users agree <user-id> --to <to> --reason <reason>': makes(
    'confirmRecovery',
    (_, { user_id }) => `Every address of user ${user_id} is notified. The link is sent.`,
    { faults: noEmail },
  ),
  'users stop-recovery <user-id> --reason <reason>': makes(
    'stopRecovery',
    (_, { user_id }) => `The recovery of user ${user_id} is stopped, and the user is notified.`,
  ),
  'limits release <what> <whose> --reason <reason>': makes(
    'releaseLimits',
    ({ user_id }, { what }) => {
      const told = user_id === null ? 'are released' : `of user ${user_id} are released, and the user is told why`
      return `The limits on ${what} ${told}.`
    },
    {
      text: `Ends the waiting times of a user, an address, a username or a client address. <what> is one of: ${releasable.options.join(', ')}.`,
      faults: { what: (typed) => `${typed} is not a limit that can be released: ${releasable.options.join(', ')}.` },
    },
  ),
}
