import { releasable } from '#contract/operator/fields'
import { reasoned } from './reasoned'
import { type Command, failed, listLines, type Row, saying } from './said'

export const helpUsage = `npm run admin -- users restore <user-id> --reason <text>     restores a cancelled account whose person cannot sign in
npm run admin -- users recover <user-id> --to <email> [--with-second] --reason <text>
                                                             sends a link that sets a new password, after 48 hours during which
                                                             any address of the user can stop it; the reason says what
                                                             you checked; --with-second: as soon as another operator agrees
npm run admin -- users recoveries                            lists recoveries that wait for another operator
npm run admin -- users agree <user-id> --to <email> --reason <text>  agrees to a recovery, as another operator: the link is sent
npm run admin -- users stop-recovery <user-id> --reason <text>  stops a recovery, even after the link was sent
npm run admin -- limits release <what> <whose> --reason <text>
                                                             ends the waiting times of a user, an address, a username or a
                                                             client address; what: ${releasable.options.join(', ')}
`

const restoreUser: Command = async (api, user_id = '', reason = '') =>
  saying(
    await api.restoreUser({ user_id, reason }),
    () => `User ${user_id} is no longer cancelled, and is notified of the reason.`,
  )

const noEmail = failed('Name an email address: --to <email>')

/** Requests a recovery: `<user-id> --to <email> [--with-second]`. */
const recoverUser: Command = async (api, user_id = '', flag = '', to = '', ...rest) => {
  if (flag !== '--to') return noEmail
  const [option, reason] = rest.length > 1 ? rest : [undefined, rest[0]]
  if (option !== undefined && option !== '--with-second') return failed(`There is no option ${option}.`)
  return saying(
    await api.recoverUser({ user_id, to, reason: reason ?? '', with_second: option !== undefined }),
    ({ sent_at, agree_until }) =>
      `Every address of user ${user_id} is notified. ` +
      (sent_at === null
        ? `The link is sent as soon as another operator agrees, by ${agree_until}, unless one of the addresses stops it.`
        : `The link is sent on ${sent_at}, unless one of the addresses stops it.`),
  )
}

const listRecoveries: Command = async (api) =>
  saying(await api.listAwaitingRecoveries({}), ({ recoveries, has_more }) => {
    const lines = listLines(
      recoveries,
      ({ user_id, to, reason, asked_by: { name, holder }, asked_at, agree_until }) => [
        ...[user_id, to, `asked ${asked_at} by ${holder} (${name})`, `until ${agree_until}`, reason],
      ],
      'No recovery waits for another operator.',
    )
    return has_more ? `${lines}\nThere may be more.` : lines
  })

/** Agrees to a recovery: `<user-id> --to <email>`. */
const agree: Command = async (api, user_id = '', flag = '', to = '', reason = '') =>
  flag === '--to'
    ? saying(
        await api.confirmRecovery({ user_id, to, reason }),
        () => `Every address of user ${user_id} is notified. The link is sent.`,
      )
    : noEmail

const stopRecovery: Command = async (api, user_id = '', reason = '') =>
  saying(
    await api.stopRecovery({ user_id, reason }),
    () => `The recovery of user ${user_id} is stopped, and the user is notified.`,
  )

/** Releases a limit on an account, on an identifier (with or without an account), or on a client address. */
const releaseLimits: Command = async (api, typed = '', whose = '', reason = '') => {
  const what = releasable.safeParse(typed).data
  if (!what) return failed(`${typed} is not a limit that can be released: ${releasable.options.join(', ')}.`)
  return saying(await api.releaseLimits({ what, whose, reason }), ({ user_id }) => {
    const told = user_id === null ? 'are released' : `of user ${user_id} are released, and the user is told why`
    return `The limits on ${what} ${told}.`
  })
}

export const helpCommands: Record<string, Row> = {
  'users restore': { words: 3, run: reasoned(restoreUser) },
  'users recover': { words: 5, most: 6, run: reasoned(recoverUser) },
  'users recoveries': { words: 0, run: listRecoveries },
  'users agree': { words: 5, run: reasoned(agree) },
  'users stop-recovery': { words: 3, run: reasoned(stopRecovery) },
  'limits release': { words: 4, run: reasoned(releaseLimits) },
}
