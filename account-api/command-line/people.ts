import { reasoned } from './reasoned'
import { type Command, factLines, listLines, type Row, saying } from './said'
import { showUser } from './shown-user'

export const peopleUsage = `npm run admin -- names                                       lists usernames that await review
npm run admin -- names approve <user-id>                     approves a username
npm run admin -- names refuse <user-id>                      refuses a username; the user keeps the current one
npm run admin -- organisations show <sec_subject_uid>        shows an organisation; its id is in the URLs of its pages
npm run admin -- organisations name <sec_subject_uid> <name> sets a name that you have verified
npm run admin -- organisations find <text>                   finds organisations by id or beginning of the name
npm run admin -- organisations freeze <sec_subject_uid> --reason <text>
                                                             suspends it: members have no access until you undo it
npm run admin -- organisations unfreeze <sec_subject_uid> --reason <text>
                                                             ends the suspension
npm run admin -- organisations manager <sec_subject_uid> <user-id> --reason <text>
                                                             makes a user its manager, after you have seen proof
npm run admin -- organisations allow <sec_subject_uid> <number> <days> --reason <text>
                                                             raises its SMS invitations per 24 hours
npm run admin -- users show <user-id> [--plain]                 shows a user; also by mobile, email, username, sec_user_id,
                                                             or the log id of a recent act
npm run admin -- users find <text>                            finds users by the beginning of a name or address
npm run admin -- users name <user-id> <name>                  sets a name that you have verified
npm run admin -- users freeze <user-id> --reason <text>      signs a user out and refuses sign-ins until you undo it
npm run admin -- users unfreeze <user-id> --reason <text>    lets them sign in again
npm run admin -- users end-sessions <user-id> --reason <text>  signs a user out everywhere
`

const listNames: Command = async (api) =>
  saying(await api.listNames({}), ({ names, has_more }) => {
    const more = has_more ? `\nThese ${names.length} have waited longest. There may be more.` : ''
    const lines = listLines(
      names,
      ({ user_id, username, current, asked_at }) => [user_id, username, `instead of ${current}`, `since ${asked_at}`],
      'No username awaits review.',
    )
    return lines + more
  })

const approveName: Command = async (api, user_id = '') =>
  saying(await api.approveName({ user_id }), ({ username }) => `${username} is approved, and the user is notified.`)

const refuseName: Command = async (api, user_id = '') =>
  saying(await api.refuseName({ user_id }), ({ username }) => `${username} is refused, and the user is notified.`)

const showOrganisation: Command = async (api, sec_subject_uid = '') =>
  saying(
    await api.showOrganisation({ sec_subject_uid }),
    ({ name, created_at, manager, frozen_by, erased_on, allowance }) =>
      factLines({
        name,
        'created at': created_at,
        manager: manager ? `${manager.name} (user ${manager.user_id})` : 'none: it is being erased',
        'frozen by': frozen_by ?? 'nobody',
        'erased on': erased_on ?? 'it is not being closed',
        'invitations by SMS': allowance === null ? 'what it earns' : `${allowance.most} until ${allowance.until}`,
      }),
  )

const findOrganisations: Command = async (api, search = '') =>
  saying(await api.findOrganisations({ search }), ({ organisations, has_more }) => {
    const lines = listLines(
      organisations,
      ({ sec_subject_uid, name, frozen_by, erased_on }) => [
        sec_subject_uid,
        name,
        ...(frozen_by === null ? [] : [`frozen by ${frozen_by}`]),
        ...(erased_on === null ? [] : [`erased on ${erased_on}`]),
      ],
      'No organisation has this id, or a name that begins with this text.',
    )
    return has_more ? `${lines}\nThere are more. Type more of the name.` : lines
  })

const nameOrganisation: Command = async (api, sec_subject_uid = '', name = '') =>
  saying(await api.nameOrganisation({ sec_subject_uid, name }), ({ name: shown }) => `It is called ${shown}.`)

const freezeOrganisation: Command = async (api, sec_subject_uid = '', reason = '') =>
  saying(await api.freezeOrganisation({ sec_subject_uid, reason }), ({ name, was_closing }) => {
    const reopened = was_closing ? ' It was being closed, which has ended.' : ''
    return `${name} is frozen. Only you can unfreeze it.${reopened} Its manager is notified of the reason.`
  })

const unfreezeOrganisation: Command = async (api, sec_subject_uid = '', reason = '') =>
  saying(
    await api.unfreezeOrganisation({ sec_subject_uid, reason }),
    ({ name }) => `${name} is no longer frozen. Its manager is notified of the reason.`,
  )

const setManager: Command = async (api, sec_subject_uid = '', user_id = '', reason = '') =>
  saying(
    await api.setManager({ sec_subject_uid, user_id, reason }),
    ({ name, was, is }) =>
      `${is} is now the manager of ${name}. ${was} stays as a member without a role. Both and the deputies are notified.`,
  )

/** A typed whole number. Other text gives 0, which is never valid here. */
const wholeOf = (typed: string): number => (/^\d{1,9}$/.test(typed) ? Number(typed) : 0)

const allowInvitations: Command = async (api, sec_subject_uid = '', most = '', days = '', reason = '') =>
  saying(
    await api.allowInvitations({ sec_subject_uid, most: wholeOf(most), days: wholeOf(days), reason }),
    ({ name, until }) =>
      `${name} may send ${most} invitations by SMS per 24 hours until ${until}. Its manager is notified.`,
  )

const findUsers: Command = async (api, search = '') =>
  saying(await api.findUsers({ search }), ({ users, has_more }) => {
    const lines = listLines(
      users,
      ({ user_id, username, name, mobile, email }) => [
        user_id,
        username,
        ...[name, mobile, email].map((each) => each ?? 'none'),
      ],
      'No user has a name, a username, an email or a mobile that begins with this text.',
    )
    return has_more ? `${lines}\nThere are more. Type more of the name.` : lines
  })

const nameUser: Command = async (api, user_id = '', name = '') =>
  saying(await api.nameUser({ user_id, name }), ({ name: shown }) => `User ${user_id} is called ${shown}.`)

const freezeUser: Command = async (api, user_id = '', reason = '') =>
  saying(await api.freezeUser({ user_id, reason }), ({ sessions_ended, was_cancelled }) => {
    const kept = was_cancelled ? ' The account was cancelled, which has ended.' : ''
    const ended = sessions_ended
      ? ' All sessions have ended.'
      : ' The sessions are refused, but could not be ended. Run `users end-sessions` before you unfreeze the user.'
    return `User ${user_id} is frozen, and is notified of the reason. Only you can undo it.${ended}${kept}`
  })

const unfreezeUser: Command = async (api, user_id = '', reason = '') =>
  saying(await api.unfreezeUser({ user_id, reason }), () => `User ${user_id} can sign in again, and is notified.`)

const endSessions: Command = async (api, user_id = '', reason = '') =>
  saying(
    await api.endSessionsOfUser({ user_id, reason }),
    () => `User ${user_id} is signed out everywhere, and is notified of the reason.`,
  )

export const peopleCommands: Record<string, Row> = {
  names: { words: 0, run: listNames },
  'names approve': { words: 1, run: approveName },
  'names refuse': { words: 1, run: refuseName },
  'organisations show': { words: 1, run: showOrganisation },
  'organisations name': { words: 2, run: nameOrganisation },
  'organisations find': { words: 1, run: findOrganisations },
  'organisations freeze': { words: 3, run: reasoned(freezeOrganisation) },
  'organisations unfreeze': { words: 3, run: reasoned(unfreezeOrganisation) },
  'organisations manager': { words: 4, run: reasoned(setManager) },
  'organisations allow': { words: 5, run: reasoned(allowInvitations) },
  'users show': { words: 1, most: 2, run: showUser },
  'users find': { words: 1, run: findUsers },
  'users name': { words: 2, run: nameUser },
  'users freeze': { words: 3, run: reasoned(freezeUser) },
  'users unfreeze': { words: 3, run: reasoned(unfreezeUser) },
  'users end-sessions': { words: 3, run: reasoned(endSessions) },
}
