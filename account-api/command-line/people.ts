import { makes } from './makes'
import { type Commands, factLines, listLines } from './said'
import { linesOfUser } from './shown-user'

const longer = 'There are more. Type more of the name.'

/** The commands for usernames, organisations and users. */
export const peopleCommands: Commands = {
  names: makes('listNames', ({ names, has_more }) => {
    const more = has_more ? `\nThese ${names.length} have waited longest. There may be more.` : ''
    const lines = listLines(
      names,
      ({ user_id, username, current, asked_at }) => [user_id, username, `instead of ${current}`, `since ${asked_at}`],
      'No username awaits review.',
    )
    return lines + more
  }),
  'names approve <user-id>': makes(
    'approveName',
    ({ username }) => `${username} is approved, and the user is notified.`,
  ),
  'names refuse <user-id>': makes('refuseName', ({ username }) => `${username} is refused, and the user is notified.`),
  'organisations show <sec_subject_uid>': makes(
    'showOrganisation',
    ({ name, created_at, manager, frozen_by, erased_on, allowance }) =>
      factLines({
        name,
        'created at': created_at,
        manager: manager ? `${manager.name} (user ${manager.user_id})` : 'none: it is being erased',
        'frozen by': frozen_by ?? 'nobody',
        'erased on': erased_on ?? 'it is not being closed',
        'invitations by SMS': allowance === null ? 'what it earns' : `${allowance.most} until ${allowance.until}`,
      }),
  ),
  'organisations name <sec_subject_uid> <name>': makes('nameOrganisation', ({ name }) => `It is called ${name}.`),
  'organisations find <search>': makes('findOrganisations', ({ organisations, has_more }) => {
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
    return has_more ? `${lines}\n${longer}` : lines
  }),
  'organisations freeze <sec_subject_uid> --reason <reason>': makes('freezeOrganisation', ({ name, was_closing }) => {
    const reopened = was_closing ? ' It was being closed, which has ended.' : ''
    return `${name} is frozen. Only you can unfreeze it.${reopened} Its manager is notified of the reason.`
  }),
  'organisations unfreeze <sec_subject_uid> --reason <reason>': makes(
    'unfreezeOrganisation',
    ({ name }) => `${name} is no longer frozen. Its manager is notified of the reason.`,
  ),
  'organisations manager <sec_subject_uid> <user-id> --reason <reason>': makes(
    'setManager',
    ({ name, was, is }) =>
      `${is} is now the manager of ${name}. ${was} stays as a member without a role. Both and the deputies are notified.`,
  ),
  'organisations allow <sec_subject_uid> <most> <days> --reason <reason>': makes(
    'allowInvitations',
    ({ name, until }, { most }) =>
      `${name} may send ${most} invitations by SMS per 24 hours until ${until}. Its manager is notified.`,
  ),
  'users show <user>': makes('showUser', linesOfUser),
  'users show <user> --plain': makes('revealUser', linesOfUser),
  'users find <search>': makes('findUsers', ({ users, has_more }) => {
    const lines = listLines(
      users,
      ({ user_id, username, name, mobile, email }) => [
        user_id,
        username,
        ...[name, mobile, email].map((each) => each ?? 'none'),
      ],
      'No user has a name, a username, an email or a mobile that begins with this text.',
    )
    return has_more ? `${lines}\n${longer}` : lines
  }),
  'users name <user-id> <name>': makes('nameUser', ({ name }, { user_id }) => `User ${user_id} is called ${name}.`),
  'users freeze <user-id> --reason <reason>': makes('freezeUser', ({ sessions_ended, was_cancelled }, { user_id }) => {
    const kept = was_cancelled ? ' The account was cancelled, which has ended.' : ''
    const ended = sessions_ended
      ? ' All sessions have ended.'
      : ' The sessions are refused, but could not be ended. Run `users end-sessions` before you unfreeze the user.'
    return `User ${user_id} is frozen, and is notified of the reason. Only you can undo it.${ended}${kept}`
  }),
  'users unfreeze <user-id> --reason <reason>': makes(
    'unfreezeUser',
    (_, { user_id }) => `User ${user_id} can sign in again, and is notified.`,
  ),
  'users end-sessions <user-id> --reason <reason>': makes(
    'endSessionsOfUser',
    (_, { user_id }) => `User ${user_id} is signed out everywhere, and is notified of the reason.`,
  ),
}
