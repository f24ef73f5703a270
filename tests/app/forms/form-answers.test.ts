import { expect, it } from 'vitest'
import type { CallName } from '#contract/calls'
import { done, infoOf, refuse, signedIn, subjectId, ticket } from '#tests/app/browser/answers'
import { errorsAt, type Fields, formOf, refusedAt, withFakeAccountApi } from '#tests/app/browser/browser'
import { application } from '#tests/app/organisations/answers'
import { browserAt, formCases } from './form-cases'

const fake = withFakeAccountApi()

/** The fields of the forms that the table of all forms has not, by their calls. */
const otherFields: Partial<Record<CallName, Fields>> = {
  cancelActivation: { member: 'i'.repeat(22), confirmed: '1' },
  declineInvitation: { decline: 'x' },
  endClientSecret: { secret_id: 'x', end: 'x' },
  inviteByEmail: { email: 'bo@example.com' },
  withdrawTransfer: { withdraw: 'x', transfer_id: 'i'.repeat(22) },
}

/** A browser at a page of the table of all forms, whose call has an answer, and the form that it sends. */
const sentTo = async (url: string, call: CallName, answer: unknown) => {
  const known = formCases.find((each) => each.url === url && each.call === call)
  const formCase = known ?? { url, call, fields: {} }
  const fields = known?.fields ?? otherFields[call] ?? {}
  const browser = await browserAt(fake, formCase)
  fake.answer(call, answer as never)
  return { browser, fields, landed: await browser.submit(url, fields) }
}

const until = '2026-12-21T12:00:00.000Z'
const over = refuse('ticket_refused', {})
const limited = refuse('too_many_requests', { retry_after: 1 })
const waiting = '/members/waiting'
const [uid, id] = [subjectId, 'i'.repeat(22)]
const organisations = '/settings/organisations'
const ofSubject = `${organisations}/${uid}`
const notMe = `/account-help/not-me?ticket=${ticket}`
const request = '/login/authorize/a-request-of-an-application'
const nextOf = (path: string) => `next=${encodeURIComponent(path)}`
const cancelled = refuse('account_cancelled', { ticket, restorable_until: until, time_zone: null })
const withoutTicket = refuse('account_cancelled', { restorable_until: until, time_zone: null })
const ways = [{ way: 'password' as const, masked: '' }]
const invitation = `/login/invitation?invite_ticket=${id}`
const unconfirmed = refuse('confirmation_required', { ticket, ways })
const joined = { sec_subject_uid: uid, subject_name: 'Orchard', identity_id: id }
const cancelledOne = done({ cancelled: true })
const member = { sec_user_identity_id: id }
const noClient = refuse('no_client_of_subject', {})
const client = { ...application, is_confidential: false }
const accepted = (next_url: string) =>
  done({ sec_subject_uid: uid, subject_name: 'Orchard', identity_id: id, next_url })

type Leads = [url: string, call: CallName, answer: unknown, location: string, named?: object]

/** The pages of an address, where the second of two clicks is answered like the first. */
const addressPages = (['mobile', 'email'] as const).flatMap((kind): Leads[] => {
  const own = `/settings/${kind}`
  const [send, bind, rebind] =
    kind === 'mobile'
      ? (['sendCode', 'bindMobile', 'rebindMobile'] as const)
      : (['sendEmailCode', 'bindEmail', 'rebindEmail'] as const)
  const bound = refuse('already_bound', { field: kind })
  const none = refuse('nothing_bound', { field: kind })
  const later = done({ done: false, takes_effect_at: until })
  return [
    [`${own}/bind`, send, bound, `${own}?notice=flow_expired`],
    [`${own}/bind`, bind, bound, `${own}?notice=settled_before`],
    [`${own}/switch`, 'switchBind', bound, `${own}?notice=settled_before`],
    [`${own}/switch`, 'switchBind', over, `${own}?notice=settled_before`],
    [`${own}/change/new`, send, over, `${own}/change?notice=flow_expired`],
    [`${own}/change/confirm`, send, over, `${own}/change?notice=flow_expired`],
    [`${own}/change/confirm`, rebind, over, `${own}?notice=settled_before`],
    [`${own}/change/confirm`, rebind, none, own],
    [`${own}/change/switch`, 'switchBind', over, `${own}?notice=settled_before`],
    [`${own}/remove`, 'unbindPlatform', none, `${own}?notice=${kind}_removed`],
    [`${own}/remove`, 'unbindPlatform', later, `${own}?notice=${kind}_removal_asked`],
    [`${own}/keep`, 'stopPendingChange', done({ done: true }), `${own}?notice=${kind}_kept`],
  ]
})

const [thirdParty, qq] = ['/settings/third-party', '/settings/third-party/qq']
const resetLink = `/account-help/password/link?ticket=${ticket}`
const restore = '/account-help/restore/confirm'
const secondFactor = '/login/second-factor'
const ownApp = '/settings/authenticator'
const [recoveryLink, ofRecovery] = ['/settings/recovery-link/keep', { platform: 'recovery_link' }]
const heldName = done({ username: 'ann', is_sensitive: 1 })
const restorePath = `${restore}?${nextOf(request)}`
const accounts = '/settings/accounts'
const recovery = '/settings/recovery-email'
const noRecovery = refuse('nothing_bound', { field: 'recovery_email' })
const leads: Leads[] = [
  ...addressPages,
  ['/account-help/mobile-lost/email/confirm', 'unbindUnusableMobile', cancelled, restore],
  ['/login', 'accountLoginV2', cancelled, restore],
  ['/login', 'accountLoginV2', withoutTicket, '/account-help/restore'],
  ['/login/email/password', 'emailLogin', cancelled, restore],
  ['/login/email/code', 'emailCodeLogin', cancelled, restore],
  ['/login/sms/code', 'smsLoginOnly', cancelled, restore],
  // A number that somebody registered meanwhile, and a registration of a number that has the account.
  ['/login/sms/create', 'smsLoginContinue', cancelled, restore],
  ['/login/register/existing', 'smsLoginContinue', cancelled, restore],
  [notMe, 'secureAccount', over, notMe],
  ['/login/passkey', 'passkeySignIn', cancelled, restore],
  [recoveryLink, 'stopPendingChange', done({ done: true }), '/settings?notice=recovery_stopped', ofRecovery],
  [`/account-help/recover?ticket=${ticket}`, 'recoverAccount', over, '/account-help/recover'],
  ['/login/second-factor', 'startAuthenticator', refuse('already_bound', { field: 'authenticator' }), secondFactor],
  [`${ownApp}/remove`, 'removeAuthenticator', done({ done: true }), `${ownApp}?notice=authenticator_removed`],
  [`${recovery}/remove`, 'removeRecoveryEmail', done({ done: true }), `${recovery}?notice=recovery_email_removed`],
  [`${recovery}/remove`, 'removeRecoveryEmail', noRecovery, `${recovery}?notice=recovery_email_removed`],
  [accounts, 'endSession', done({ done: true }), `${accounts}?notice=session_ended`, { session_id: 'there' }],
  [accounts, 'endSession', refuse('no_such_session', {}), `${accounts}?notice=session_over`],
  [accounts, 'endOtherSessions', done({ ended: 2 }), `${accounts}?notice=other_sessions_ended`],
  ['/settings/profile', 'accountSet', heldName, '/settings/profile?notice=username_held'],
  ['/account-help/activate/email/choose', 'activateAccount', signedIn(), `${organisations}?notice=account_activated`],
  ['/account-help/password/code', 'resetPasswordByMobile', cancelled, restore],
  [resetLink, 'resetPasswordByTicket', over, '/account-help/password/email?notice=reset_link_over'],
  ['/login/quick/code', 'quickLogin', cancelled, restore],
  ['/login/sms/code', 'smsLoginOnly', unconfirmed, '/login/sms/confirm'],
  ['/settings/password/set', 'setPassword', refuse('password_is_set', {}), '/settings/password'],
  [qq, 'unbindPlatform', refuse('nothing_bound', { field: 'platform' }), `${thirdParty}?notice=platform_removed`],
  [`${request}/password`, 'openAccountAuth', cancelled, restorePath],
  [`${request}/password`, 'openAccountAuth', refuse('no_such_open_request', {}), request],
  [`${request}/password`, 'openAccountAuth', refuse('open_request_elsewhere', {}), request],
  [`${request}/password`, 'openAccountAuth', refuse('no_such_client', {}), request],
  [`${request}/sms/code`, 'openSmsAuth', refuse('not_registered', { ticket }), `/login/sms/create?${nextOf(request)}`],
  [`${request}/sms/code`, 'openSmsAuth', unconfirmed, `/login/sms/confirm?${nextOf(request)}`],
  [organisations, 'joinSubject', done(joined), `${ofSubject}?notice=domain_joined`],
  [organisations, 'joinSubject', refuse('already_member', { sec_subject_uid: uid }), ofSubject],
  [invitation, 'declineInvitation', done(joined), `${organisations}?notice=invitation_declined`],
  [invitation, 'acceptInvitation', refuse('already_member', { sec_subject_uid: uid }), ofSubject],
  [invitation, 'acceptInvitation', accepted(''), `${ofSubject}?notice=invitation_accepted`],
  [invitation, 'acceptInvitation', accepted('/settings/profile'), '/settings/profile'],
  [invitation, 'acceptInvitation', accepted('/passport/web/logout'), `${ofSubject}?notice=invitation_accepted`],
  [`${ofSubject}/leave`, 'leaveSubject', done({ done: true }), `${organisations}?notice=organisation_left`],
]

it.each(leads)('happy: the answer of %s to %s continues (%#)', async (url, call, answer, location, named = {}) => {
  expect((await sentTo(url, call, answer)).landed).toMatchObject({ status: 303, location })
  const [input] = fake.inputsOf(call)
  expect(input).toMatchObject(named)
  // Only a sign-in that asks for it is notified of a cancelled account.
  if (['accountLoginV2', 'emailLogin', 'emailCodeLogin', 'smsLoginOnly', 'quickLogin'].includes(call))
    expect(input).toMatchObject({ need_frozen_user: 1 })
  if (url.startsWith(ofSubject)) expect(input).toMatchObject({ sec_subject_uid: uid })
})

/** The pages of an organisation, where they lead within it, and what their calls name. */
const within: Leads[] = [
  ['/domains/school.example/remove', 'removeDomain', done({ removed: true }), '/domains?notice=domain_removed'],
  ['/domains/school.example/remove', 'removeDomain', refuse('no_such_domain', {}), '/domains?notice=domain_over'],
  ['/applications/a2345/secret', 'endClientSecret', done({ client }), '/applications/a2345?notice=client_secret_ended'],
  ['/applications/a2345/icon', 'removeClientIcon', done({ client }), '/applications/a2345?notice=client_icon_removed'],
  ['/applications/a2345/disable', 'disableClient', done({ client }), '/applications/a2345?notice=client_disabled'],
  ['/applications/a2345/remove', 'removeClient', noClient, '/applications?notice=client_over'],
  ['/close', 'closeSubject', done({ closes_at: until, time_zone: null }), '?notice=organisation_closing'],
  ['/manager', 'withdrawTransfer', done({}), '/manager?notice=transfer_withdrawn', { transfer_id: id }],
  ['/manager/choose', 'startTransfer', over, '/manager?notice=flow_expired', { identity_id: id, ticket }],
  [
    `/invitations/${id}/cancel`,
    'cancelInvitation',
    cancelledOne,
    '/invitations?notice=invitation_cancelled',
    { invite_id: id },
  ],
  [waiting, 'renewActivation', done({ ends_at: until }), `${waiting}?notice=activation_renewed`, member],
  [waiting, 'cancelActivation', cancelledOne, `${waiting}?notice=activation_cancelled`, member],
]

it.each(within)(
  'happy: in an organisation, the answer of %s to %s continues (%#)',
  async (page, call, answer, to, named) => {
    const { landed } = await sentTo(ofSubject + page, call, answer)
    expect(landed).toMatchObject({ status: 303, location: ofSubject + to })
    expect(fake.inputsOf(call)).toMatchObject([{ sec_subject_uid: uid, ...named }])
  },
)

it.each(['mobile', 'email'])('error: a switch of the %s with an expired ticket binds nothing', async (kind) => {
  const [url, call] = [`/settings/${kind}/switch`, 'switchBind'] as const
  const { browser } = await sentTo(url, call, limited)
  fake.answer(call, over)
  fake.answer('accountInfo', done(infoOf({ mobile: null, email: 'a***@example.com', email_verified: false })))
  expect((await browser.submit(url)).location).toBe(`/settings/${kind}?notice=flow_expired`)
})

const blocked = refuse('cancellation_blocked', { blockers: ['last_manager'] })
const unproven = (reason: 'no_domain' | 'no_record' | 'wrong_value' | 'too_much') =>
  refuse('domain_not_proven', { reason })
const refusedList = (reason: 'too_many_lines' | 'open_quote' | 'empty') =>
  refuse('invitation_list_refused', { reason, line: 7, most: 10_000 })
const ended = refuse('invitation_over', { state: 'accepted' })
const noWorkplace = /^Workplace messaging is not set up here, so nobody can be invited by it\. Invite in another way\.$/
const otherWay = /sign in to the other account with a code\. There, add another way/

const samePassword = /^This is not the password of your account\. Try again\.$/
const badPassword = refuse('wrong_credentials', { field: 'password' })
const lostPages = '/account-help/mobile-lost'
const wrongPresent = refuse('wrong_credentials', { field: 'current_password' })
const refusedPassword = (reason: 'own_identifier' | 'same' | 'too_short' | 'too_long' | 'common') =>
  refuse('password_refused', { reason })
const usernames = [
  ['too_short', 'Use at least 3\u00A0characters, or 2 Chinese, Japanese or Korean ones'],
  [
    'mixed_scripts',
    'The username mixes letters of different scripts, some of which look alike. Use letters of one script.',
  ],
  ['taken', 'This username is taken. Choose another.'],
  ['looks_taken', 'The username looks too much like another person’s. Choose another.'],
] as const
const notAnother = 'This is your current password. Choose another.'
const nobodyDid = /^No organisation has created an account with this number or email/
const ownWay = refuse('last_way', { of: 'own' })
const notPresent =
  'This is not your current password. If you have just changed it, use the new one. Otherwise try again, or reset it with a code.'
const lostPassword = /^Wrong number, email, username or password\. Check them, or use a code sent to your email\.$/

const otherDomain = refuse('mail_domain_refused', { field: 'email', domains: ['school.example'] })
const domains = /in one of these domains: school\.example/
const frozen = refuse('account_frozen', { frozen_at: until, reason: 'its number was stolen', time_zone: null })
const counts_from = new Date(Date.now() + 71 * 60 * 60 * 1000).toISOString()
const newFactor = refuse('second_factor_needed', { reason: 'new', counts_from })
const ofDesk = `/login/desk?challenge=${'c'.repeat(43)}&to=%2Fdesk`
const ownEmail = refuse('invalid_input', { fields: [{ field: 'email', reason: 'same' }] })

/** The answer to a returned form, the field with the error, and the text of the error. */
const tells: [url: string, call: CallName, answer: unknown, field: string, text: RegExp | string][] = [
  ...['mobile', 'email'].flatMap((kind): typeof tells => [
    [`/settings/${kind}/switch`, 'switchBind', refuse('last_way', { of: 'other' }), '', otherWay],
    [`/settings/${kind}/change/switch`, 'switchBind', refuse('last_way', { of: 'other' }), '', otherWay],
    [`/settings/${kind}/remove`, 'unbindPlatform', ownWay, '', /last way to sign in/],
  ]),
  [`${lostPages}/email/confirm`, 'unbindUnusableMobile', ownWay, '', /./],
  // No advice to use a code by SMS: it would go to the number that is lost.
  [`${lostPages}/password`, 'verifyPassword', refuse('wrong_credentials', {}), '', lostPassword],
  ['/login/organisation', 'subjectLogin', refuse('identity_frozen', {}), '', /./],
  [`${lostPages}/held`, 'unbindUnusableMobile', refuse('nothing_bound', { field: 'mobile' }), '', /./],
  ['/settings/cancel/confirm', 'cancelConfirm', blocked, '', /You manage an organisation/],
  ['/settings/cancel/password', 'verifySecond', badPassword, 'password', samePassword],
  ['/login/sms/confirm', 'confirmSignIn', badPassword, 'password', samePassword],
  ['/login', 'accountLoginV2', refuse('wrong_credentials', {}), '', /./],
  ['/login/email/password', 'emailLogin', refuse('wrong_credentials', {}), '', /./],
  [`${request}/password`, 'openAccountAuth', refuse('wrong_credentials', {}), '', /./],
  [resetLink, 'resetPasswordByTicket', refusedPassword('own_identifier'), 'password', /must not be your/],
  ['/settings/password', 'updatePassword', wrongPresent, 'current_password', notPresent],
  ['/settings/password', 'updatePassword', refusedPassword('same'), 'password', notAnother],
  ['/login/register/code', 'registerByMobile', refusedPassword('too_short'), 'password', /at least 8/],
  ['/login/register/code', 'registerByMobile', refusedPassword('too_long'), 'password', /at most 128/],
  ['/login/register/code', 'registerByMobile', refusedPassword('common'), 'password', /Choose another/],
  ['/login/register/code', 'registerByMobile', refusedPassword('own_identifier'), 'password', /must not be your/],
  ['/account-help/activate/code', 'activateAccount', refuse('nothing_to_activate', {}), '', nobodyDid],
  [qq, 'unbindPlatform', ownWay, '', /last way to sign in/],
  ['/login/register/email/code', 'registerByEmail', otherDomain, '', domains],
  ['/settings/email', 'sendEmailCode', otherDomain, 'email', domains],
  [recovery, 'sendRecoveryEmailCode', otherDomain, 'email', domains],
  [recovery, 'sendRecoveryEmailCode', ownEmail, 'email', /already has what you entered/],
  [
    `${recovery}/code`,
    'setRecoveryEmail',
    refuse('recovery_email_full', { most: 10 }),
    '',
    /as many accounts as it can/,
  ],
  ['/settings/applications', 'shareTicket', refuse('no_such_application', {}), '', /can no longer be opened from here/],
  ['/login/sms/code', 'smsLoginOnly', frozen, '', /The reason: its number was stolen\. .*ask the support/],
  [
    '/login/sms/code',
    'smsLoginOnly',
    refuse('registration_closed', {}),
    '',
    /If you have an account, sign in with it\./,
  ],
  [secondFactor, 'askAuthenticator', refuse('nothing_bound', { field: 'authenticator' }), '', /./],
  [ofDesk, 'issueDeskTicket', refuse('not_an_operator', {}), '', /not an operator/],
  [ofDesk, 'issueDeskTicket', newFactor, '', /counts for the operator’s desk in .*\d/],
  ...usernames.map(([reason, text]): (typeof tells)[number] => {
    return ['/settings/profile', 'accountSet', refuse('username_refused', { reason }), 'username', text]
  }),
  [
    '/settings/profile',
    'accountSet',
    refuse('username_refused', { reason: 'characters', character: '\u00ad' }),
    'username',
    /cannot have “U\+00AD” in it/,
  ],
  [organisations, 'joinSubject', refuse('not_joinable', {}), '', /Ask its administrators/],
  ...(
    [
      ['/manager/choose', 'startTransfer', refuse('transfer_refused', { reason: 'frozen' }), '', /is suspended/],
      ['/manager', 'declineTransfer', refuse('no_such_transfer', {}), '', /This request has ended/],
      ['/freeze', 'freezeSubject', refuse('subject_frozen', { by: 'operator' }), '', /./],
      ['/leave', 'leaveSubject', refuse('is_manager', {}), '', /Hand the organisation over first/],
      ['/domains', 'addDomain', refuse('domain_is_public', {}), 'domain', /Anyone can get an address at this domain/],
      ['/domains', 'addDomain', refuse('domain_is_added', {}), 'domain', /has this domain already/],
      ['/domains', 'addDomain', refuse('too_many_domains', { most: 20 }), '', /has 20 domains/],
      ['/domains/school.example', 'checkDomain', unproven('no_domain'), '', /There is no such domain in the DNS/],
      ['/domains/school.example', 'checkDomain', unproven('no_record'), '', /There is no TXT record of this name yet/],
      ['/domains/school.example', 'checkDomain', unproven('wrong_value'), '', /it has another value/],
      ['/domains/school.example', 'checkDomain', unproven('too_much'), '', /There are too many TXT records/],
      ['/invitations/many', 'createInvitationBatch', refusedList('too_many_lines'), '', /10000/],
      ['/invitations/many', 'createInvitationBatch', refusedList('open_quote'), '', /line 7/],
      ['/invitations/many', 'createInvitationBatch', refusedList('empty'), '', /empty/],
      [`/invitations/${id}/cancel`, 'cancelInvitation', ended, '', /^This invitation was accepted already$/],
      ['/invitations/new?by=email', 'inviteByEmail', refuse('already_invited', { invite_id: id }), '', /already/],
      ['/invitations/new?by=workplace', 'inviteByWorkplace', refuse('workplace_not_set_up', {}), '', noWorkplace],
      ['/members/new', 'createUserWithRole', refuse('activation_pending', {}), '', /has created an account for this/],
      [waiting, 'cancelActivation', refuse('no_such_activation', {}), '', /no longer waiting/],
      [`/members/${id}/roles`, 'assignRole', refuse('too_many_roles', { of: 'identity', most: 20 }), '', /20 roles/],
      ['/roles/new', 'createRole', refuse('role_exists', { field: 'role_name' }), 'role_name', /of this name already/],
    ] as typeof tells
  ).map(([page, ...row]): (typeof tells)[number] => [ofSubject + page, ...row]),
]

it.each(tells)(
  'error: the form at %s shows the refusal of %s, and keeps its values (%#)',
  async (url, call, answer, field, text) => {
    const { browser, landed, fields } = await sentTo(url, call, answer)
    expect(refusedAt(landed, field)).toEqual([typeof text === 'string' ? text : expect.stringMatching(text)])
    expect(JSON.stringify(landed.data)).not.toMatch(/fourteen calm violins|nine loud trumpets|ticket-of-a-test/)
    expect(browser.jar.has('butterfly_session')).toBe(
      url.startsWith('/settings') || [secondFactor, ofDesk].includes(url),
    )
    const typed = Object.entries(fields).filter(([name, value]) => !name.endsWith('password') && value !== '')
    expect(formOf(landed).initialValue ?? {}).toMatchObject(Object.fromEntries(typed))
  },
)

it('error: the number of a long unused account leads to a reset by email', async () => {
  const answer = refuse('other_address_required', { email: 'a***@example.com' })
  const { landed } = await sentTo('/account-help/password/code', 'resetPasswordByMobile', answer)
  expect(formOf(landed).links).toEqual([{ path: '/account-help/password/email', text: 'Reset it by email' }])
})

it('error: inviting too many people in a day shows how many are left', async () => {
  const answer = refuse('too_many_invitations', { most: 10_000, left: 12, retry_after: 7200 })
  const { landed } = await sentTo(`${ofSubject}/invitations/batches/${id}`, 'sendInvitationBatch', answer)
  expect(errorsAt(landed, '')[0]).toMatch(/10000.*12 more can be invited.*2\u00A0hours/)
})

it.each([
  ['allowance', /may invite 10\speople by SMS within 24\shours.*2\u00A0hours/],
  ['network', /sent from your network today.*2\u00A0hours/],
  ['region', /to this region for now.*2\u00A0hours/],
] as const)('error: if the limit of the %s stops an SMS, the page offers other ways', async (limit, text) => {
  const answer = refuse('too_many_sms_invitations', { limit, most: 10, retry_after: 7200 })
  const { landed } = await sentTo(`${ofSubject}/invitations/new`, 'inviteByMobile', answer)
  expect(errorsAt(landed, '')[0]).toMatch(text)
})

it.each([
  ['email/confirm', '/email'],
  ['held', ''],
])('error: an expired ticket of a lost mobile (%s) restarts the flow, and a limit does not', async (page, start) => {
  const [root, call] = ['/account-help/mobile-lost', 'unusableMobileCheck'] as const
  const { browser } = await sentTo(`${root}/${page}`, 'unbindUnusableMobile', limited)
  fake.answer(call, refuse('too_many_requests', { retry_after: 30 }))
  expect((await browser.visit(`${root}/${page}`)).status).toBe(429)
  fake.answer(call, over)
  expect((await browser.visit(`${root}/${page}`)).location).toBe(`${root}${start}?notice=flow_expired`)
})
