import { minutes } from '../../../account-api/kernel/time'
import type { Transaction } from '../../../account-api/operator/service'
import { filledId, filledNow } from '../../fixtures/databases/fill'

type Calls<Store> = {
  [Method in keyof Store]: Store[Method] extends (...given: infer Given) => unknown ? Given[] : never
}

const at = filledNow
const id = filledId(7)
const soon = at + 60_000
const lasting = { at, expiresAt: soon }
const made = { id: 'new', createdAt: at }
const from = { clientAddress: '', client: '' }
const page = { offset: 0, limit: 11 }
const slot = { channel: 'sms' as const, target: 'target-7', purpose: 3 }
const own = { asker: 'asker-7', isKnownBrowser: false }
const captcha = { visitor: 'visitor-7', at }
const puzzle = { id: 'new', solution: '', spoken: '', scene: '', piece: null }
const ended = { accountId: id, at, addresses: ['address-7', 'address-8'] }
const window = { accountId: id, since: 0 }
const held = { value: 'held', boundAt: at }
const noOthers = { platforms: [], passwordHash: null, authenticator: null, passkeys: [], recovery: null }
const left = { username: 'name-7', mobile: held, email: null, ...noOthers }
const invited = ['address-7', 'address-8']
const joinRequest = {
  id: 'new',
  publicId: 'new',
  organisationId: 'id-7',
  accountId: id,
  email: 'e',
  name: 'n',
  state: 'pending' as const,
  askedAt: at,
  endsAt: soon,
}
const bucket = { name: 'name-3', subject: 'subject-7', part: 'part-7' }
const subjects = ['subject-7', 'subject-8']
const binding = { platform: 'another', openid: 'openid', accountId: id }
const identity = { platform: 'platform-1', appId: 'app_id-7' }
const method = { accountId: id, method: 'mobile' } as const
const username = { value: 'name', skeleton: 'nane' }
const factors = { mobile: null, email: null, password: at, authenticator: null, passkey: null }
const passkeyIn = { accountId: id, credentialId: 'c', publicKey: 'k', counter: 0 }
const passkey = { ...passkeyIn, id: 'new', transports: ['usb'], name: 'n', madeAt: at, usedAt: null }
const begun = { ...made, ...from, tokenHash: 'new', accountId: id, lastSeenAt: at, provenAt: at }
const origin = { ancestors: ['id-6'], lastProof: { way: 'password' as const, at }, letInBy: ['password' as const] }
const session = { ...begun, way: 'password' as const, identityId: null, factors, origin }
const living = { ...session, id: 'id-7' }
const beginning = { ...session, dueAt: soon }
const allowed = { isFirstParty: false, isVerified: true, requiresPkce: true, hasDeviceGrant: true }
const signing = { idTokenAlg: 'RS256', claimRules: null } as const
const secrets = { redirectUris: [], postLogoutUris: [], scopes: [], secretHash: null, previousSecret: null }
const ownedBy = { organisationId: null, disabledAt: null, isDisabledByOwner: false }
const openClient = { ...made, ...allowed, ...signing, ...secrets, ...ownedBy, name: 'n', icon: null, logoutUrl: null }
const granted = { identityId: null, scopes: [], declined: [], grantedAt: at, grantedIn: 'id-7' }
const authorisation = { ...granted, id: 'id-7', accountId: id, clientId: 'client_id-7' }
const kind = 'organisation_updated' as const
const told = { kind, actor: 'a', actorName: 'a', target: 't', targetName: 't' }
const logged = [{}, { kind }, { actor: 'actor-7' }, { target: 'target-7' }, { before: id }, { after: id }]
const importedRows = {
  accounts: [{ id: 'imported', account_type: 0, language: 'en', created_at: at, last_used_at: at }],
  identifiers: [{ kind: 'email' as const, value: 'imported', account_id: 'imported', bound_at: at }],
  origins: [{ origin: 'new', imported_at: at }],
  claims: [{ account_id: 'imported', email: 'e', claimed_at: at }],
  heldUsernames: [{ account_id: 'imported', username: 'u', skeleton: 'u', held_at: at }],
  authenticators: [{ account_id: 'imported', sealed: 's', sealed_by: 'k', last_step: 0 }],
}
const gate = { key: 'key-7', subject: null, durationMs: 60_000, cap: 5 }
const guess = { hour: 7, shard: 3 }
const buckets = [{ ...bucket, leakMs: 1000, most: 5 }]
const counting = { at, gate, counters: [{ ...gate, key: 'key-8' }], buckets, guess }
const counts = [
  { key: 'key-7', subject: 'subject-7', by: 1, expiresAt: soon },
  { key: 'key-8', subject: null, by: -1, expiresAt: soon },
]
const counters = [
  { key: 'key-7', ends: true },
  { key: 'key-8', ends: false },
]
const tried = { at, counters, own: 'key-7', buckets, guess, failures: ['key-8', 'key-9'] }
const known = {
  tokenHash: 'new',
  accountId: id,
  sessionId: 'new',
  signedInAt: at,
  clientAddress: '',
  client: '',
  expiresAt: soon,
}
const browser = { ...known, had: ['token_hash-7', 'token_hash-8'], replacedExpireAt: at, most: 10 }
const entry = { id: 'new', accountId: id, kind: 'signed_in' as const, at, ...from, detail: '' }
const signIn = { browser, entry, counted: { ...bucket, at, leakMs: 1000, most: 5 } }
const newer = { browser: { ...browser, tokenHash: 'newer', had: [] }, entry: { ...entry, id: 'newer' } }
const written = { ...made, to: 't', channel: 'sms', purpose: 'p', subject: '', body: '' } as const
const message = { ...written, code: null, link: null, language: 'en', attempts: 0 }
const acted = {
  organisationId: 'o',
  target: 't',
  client: 'c',
  reason: null,
  logId: 'l',
  addressHash: 'h',
  browser: 'b',
  organisationAct: null,
  organisationActor: null,
}
const event = { ...acted, id: 'new', at, call: 'c', actor: 'account' as const, accountId: id, outcome: 'ok' }
const turned = { failures: 0, failingSince: null, answer: null, answeredAt: at }
const family = { id: 'new', familyHash: 'new', tokenHash: 'new', previousHash: null }
const kept = { provenAt: at, origin, usedAt: at, expiresAt: soon }
const remembered = { ...family, ...from, deviceName: null, accountId: id, sessionId: 's', ...kept }
const hashed = { pollingHash: 'new', scannedHash: 'new', lettersHash: 'new' }
const shown = { leadsTo: '', shownBy: null, openRequest: null, ...from, createdAt: at, expiresAt: soon }
const scanner = { accountId: id, sessionId: 'session_id-7' }
const member = { organisationId: 'id-7', name: 'n', address: null, sortKey: 'n', joinedAt: at }
const place = { organisationId: 'organisation_id-7', accountId: id }
const moved = { organisationId: 'organisation_id-7', from: filledId(12), to: 'new' }
const sorts = ['name', 'joined_at'] as const
const ranges = [undefined, { value: 'value', id: 'id-7' }].map((after) => ({ after, ...page }))
const filtered = [
  { isFrozen: true, roleId: 'id-7' },
  { isManager: false, roleId: null },
].map((filter) => ({ after: undefined, ...page, filter: { ...filter, within: 100 } }))
const sent = { extra: {}, nextUrl: '', tokenHash: 'new', places: 1, endsAt: soon }
const list = { state: 'checking', format: 'csv', region: 'CN', lineCount: 1, checkedCount: 0 } as const
const unread = { id: 'new', number: 1, state: 'new', typed: '', name: '', note: '' } as const
const line = { ...unread, channel: 'mobile', address: 'new', roleId: null, sameAs: null } as const
const address = { kind: 'mobile', value: 'value-7' } as const
const looked = { token: 'newer', missingSince: null, nextCheckAt: soon }
const record = { payload: {}, expiresAt: soon }
const invitation = { ...made, publicId: 'new', organisationId: 'id-7', inviterId: 'id-7', note: '', language: 'en' }
const batch = { ...invitation, ...list, roleId: null, days: 7 }

const activityRanges = [
  {},
  { since: at, until: at },
  { before: { at, id }, since: at },
  { after: { at, id }, until: at },
].map((range) => ({ limit: 10, ...range }))
const provable = ['mobile', 'email', 'password', undefined] as const
const named = [undefined, { key: 'key-7' }, { asker: 'asker-7' }]
const hashes = ['one', 'two']

/** Every one of these with every one of the others. */
const pairsOf = <One, Other>(ones: readonly One[], others: readonly Other[]): [One, Other][] =>
  ones.flatMap((one) => others.map((other): [One, Other] => [one, other]))

const sorted = pairsOf(sorts, [false, true]).map(([sort, isDescending]) => ({ sort, isDescending }))
const orders = pairsOf(sorted, [undefined, true]).map(([order, isFrozen]) => ({ ...order, isFrozen }))

const pagesOf = <State, After>(states: readonly State[], afters: readonly After[]) =>
  pairsOf(states, afters).map(([state, after]) => ({ state, after, ...page }))

/**
 * The arguments of calls of every method, with every form of its statements. A method without a call does not compile.
 * The rows are those of `fill`.
 */
const everyArgument: { [Name in Exclude<keyof Transaction, 'isTransaction'>]: Calls<Transaction[Name]> } = {
  accounts: {
    insert: [[{ id: 'new', accountType: 0, passwordHash: null, language: 'en', createdAt: at }]],
    bind: [[{ kind: 'email', value: 'new', accountId: id, at }]],
    unbind: [[{ kind: 'mobile', value: 'value-7', accountId: id }]],
    replacePassword: ['other', null].map((was) => [id, { was, becomes: 'new' }]),
    rehash: [[id, { was: 'other', becomes: 'new' }]],
    noteBreached: [[id, { passwordHash: 'hash', at: 1 }]],
    use: [[id, { at, unlessAfter: 0 }]],
    holderOf: [['mobile', 'value-7']],
    typistOf: [['mobile', ['value-7', 'value-8'], at]],
    keepHolderOf: [['username', 'value-6']],
    profile: [[id]],
    claimEmail: [[{ accountId: 'new', email: 'new', at }]],
    dropClaims: [['email-7']],
    dropClaimOf: [[id]],
    addressesOf: [[[id, filledId(8)]]],
    setProfile: [[id, { name: 'n', birthday: null, language: 'en', timeZone: null }, at]],
    noteFactorAsked: [[id, { at, unlessSince: 0 }]],
    setTerms: [[id, '2']],
    setLanguage: [[id, 'en']],
    lock: [[id, filledId(8)]],
  },
  terms: { accept: [[{ accountId: id, version: 'new', at }]] },
  standing: {
    cancel: [[id, soon]],
    restore: [[id, soon]],
    erase: [[filledId(11), at]],
    freeze: [
      [id, { at, reason: 'a reason' }],
      [id, null],
    ],
  },
  codes: {
    put: [[slot, { ...lasting, ...own, key: 'new', hash: 'new', tries: 5, notBefore: at }]],
    find: [[slot], [slot, { key: 'key-7' }], [slot, { asker: 'asker-7' }]],
    attempt: pairsOf(named, [true, false]).map(([by, consume]) => [slot, { named: by, hashes, at, consume }]),
    forget: [[slot, 'asker']],
    end: [[slot, at]],
  },
  tickets: {
    insert: [[{ hash: 'new', purpose: 'p', accountId: null, sessionId: null, value: '', address: null, ...lasting }]],
    redeem: [['hash-7', { purposes: ['purpose-1', 'purpose-3'], at }]],
    find: [['hash-7', { purposes: ['purpose-3'], at }]],
    endAll: [[{ ...ended, purposes: ['purpose-1', 'purpose-3'] }]],
    endOf: [[{ ...ended, except: 'purpose-3' }]],
    eraseOfSessions: [[id]],
  },
  usernames: {
    take: [[{ ...username, accountId: 'new', at }]],
    setChosen: [[id]],
    inUse: pairsOf(
      [[username], [username, { value: 'other', skeleton: 'other' }]],
      [{ exceptBy: id, givenUpAfter: at }],
    ),
    insertChange: [[{ ...username, id: 'new', accountId: id, at }]],
    changesAfter: [[id, 0]],
    forgetChanges: [[id, at]],
    putPending: [[{ accountId: id, username, askedAt: at }]],
    dropPending: [[filledId(8)]],
    pendingOf: [[id]],
    listPending: [[1000]],
  },
  sessions: {
    begin: [
      [beginning, { passwordHash: null, asksAuthenticator: false }, signIn],
      [
        { ...beginning, id: 'newer', tokenHash: 'newer' },
        { passwordHash: null, asksAuthenticator: false },
        { ...newer, tried },
      ],
    ],
    // The second statement looks for a token that was replaced.
    find: [['none', { renewedSince: 0 }]],
    isLiving: [['id-7']],
    get: [['id-7']],
    touch: [['id-7', at]],
    renew: provable.map((factor) => ['id-7', { tokenHash: `by ${factor}`, at, factor, way: 'sms' }]),
    act: [[living, { tokenHash: 'acting', at, identityId: 'id-7' }]],
    name: [[id, 'id-7', 'My phone']],
    endAll: [[filledId(8)]],
    living: [{}, { limit: 5 }].map((limit) => [id, { seen: 0, proven: 0, ...limit }]),
    peopleSince: [[at, 100]],
    endOne: [[id, 'id-7']],
    endPassedOn: [[id, 'id-7']],
    endBegunBy: [[id, ['password', 'sms']]],
    endLetInBy: [undefined, 'id-7'].map((kept) => [id, 'mobile', kept]),
    endOthers: [[id, 'id-7']],
    forgetPasskeys: [[id]],
  },
  activity: {
    insert: [[{ id: 'new', accountId: id, kind: 'registered', at, ...from, detail: '' }]],
    list: pairsOf([id], activityRanges),
  },
  counters: {
    add: [['new', { subject: null, at, durationMs: 1000, cap: 5 }]],
    addAll: [[counts], [[{ key: 'key-9', subject: null, by: -3, expiresAt: soon }]]],
    read: [['key-7', at]],
    readAll: [[['key-7', 'key-8', 'key-9']]],
    takeBack: [['key-7']],
    reset: [['key-7']],
    drop: [[['key-7', 'key-8']]],
    dropOf: [[['name-1', 'name-3'], subjects]],
  },
  buckets: {
    add: [[bucket, { at, leakMs: 1000, most: 5 }]],
    emptyAt: [[bucket]],
    takeBack: [[bucket, 1000]],
    drop: [[['name-1', 'name-3'], subjects]],
  },
  importedHashes: { kinds: [[]], addKinds: [[['$2b$10', '$2b$12'], at]] },
  importedPeople: {
    known: [[['origin-7', 'origin-8']]],
    taken: [['email', ['value-7', 'value-8']]],
    insert: [[importedRows]],
  },
  guesses: { sums: [[7, 31]], usual: [[7]], keepUsual: [[7, 5]] },
  tries: {
    count: [[counting], [{ ...counting, guess: undefined }]],
    takeBack: [[tried], [{ ...tried, counters: counters.slice(1), own: undefined, guess: undefined, failures: [] }]],
  },
  nonces: { add: [['new', { signedAt: Date.now() + minutes(10), expiresAt: soon }]] },
  captchas: {
    insert: [[{ ...puzzle, ...captcha, decision: 'd', subtype: 'text', expiresAt: soon, tries: 3 }]],
    find: [['id-7', captcha]],
    takeTry: [['id-7', captcha]],
    solve: [['id-7', at]],
  },
  pictures: {
    insert: [[{ key: 'new', accountId: id, kind: 'avatar', mediaType: 'image/jpeg', base64: '', at }]],
    find: [['key-7']],
    show: (['avatar', 'background'] as const).map((kind) => [{ accountId: id, kind, key: 'key-7', at }]),
  },
  events: {
    insert: [[event], [{ ...event, id: 'newer', accountId: null, organisationAct: kind }]],
    takeUnread: [[10]],
    accountOf: [['log_id-7']],
    correct: [['id-7', 'internal']],
  },
  outbox: {
    insert: [[message]],
    insertBulk: [[[{ ...message, id: 'newer' }]]],
    newest: [['recipient-7', 10]],
    claim: (['codes', 'others', 'bulk'] as const).map((kind) => [{ channel: 'sms', kind }, at, soon, 10]),
    delivered: [['id-7', at]],
    postpone: [['id-7', soon, 'a']],
    giveUp: [['id-7', at, 'a']],
    erase: [['id-7']],
  },
  announcements: {
    insert: [[{ id: 'new', texts: { en: 'a', 'zh-Hans': 'a' }, startsAt: at, endsAt: soon }]],
    coming: [[at, 20]],
    end: [['id-7', at]],
  },
  undelivered: {
    to: [['recipient-7', 10]],
    waiting: [['sms', [at, soon], 10]],
    failed: [['sms', 10]],
    find: [['id-7']],
    hasten: [['id-7', { at, later: soon }]],
    hastenSome: [['sms', { at, later: soon, limit: 10 }]],
  },
  platforms: {
    bind: [[{ ...binding, name: 'n', at }]],
    unbind: [[binding]],
    of: [[id]],
    find: [
      [{ ...identity, openid: 'openid-7', unionid: null }],
      [{ ...identity, openid: 'openid', unionid: 'unionid-7' }],
    ],
    setPicture: [[{ platform: 'platform-8', appId: 'app_id-8', openid: 'openid-8', accountId: id, picture: 'key' }]],
    addUnionid: [[{ platform: 'platform-1', appId: 'app_id-9', openid: 'openid-9', unionid: 'unionid' }]],
  },
  exports: { rowsOf: [[id]] },
  knownBrowsers: {
    find: [[['token_hash-7', 'token_hash-8'], at]],
    of: [[id, at]],
    name: [[id, 'session_id-7', 'My phone']],
    forget: [[], ['token_hash-9']].map((kept) => [filledId(8), kept]),
    forgetSessions: [[filledId(10), ['session_id-10', 'session_id-11']]],
  },
  pendingChanges: {
    put: [[{ ...method, value: 'v', successor: null, isLost: false, askedBy: [], askedAt: at, takesEffectAt: soon }]],
    of: [[id]],
    ofLost: [['mobile', 'value-7']],
    awaiting: [[at, 5]],
    claim: [[at, soon, 100]],
    postpone: [[method, soon]],
    take: [[method, at]],
    drop: [[filledId(8)], [filledId(9), 'mobile']],
  },
  cancellations: {
    claim: [[at, soon, 20]],
    postpone: [[id, soon]],
    isOthers: [['email-7', id]],
    eraseAddress: [['sms', 'target-7']],
    eraseCounters: [[subjects]],
  },
  history: {
    list: [[window, 51]],
    present: [[id]],
    insert: [[{ id: 'new', accountId: id, at, change: 'mobile_lost', provenBy: ['email'], ...left }]],
    first: [
      [window],
      [window, { kind: 'mobile', value: 'mobile-7' }],
      [window, { kind: 'email', value: 'email-7' }],
      [window, { kind: 'recovery', value: 'recovery-7' }],
    ],
    hasOlderAddress: [[window, at]],
    wasReportedLost: [[window, 'mobile-7']],
  },
  guards: {
    put: [[{ accountId: id, kind: 'mobile', value: 'v', boundAt: at, since: at, until: soon }]],
    of: [[id, at]],
  },
  recoveryEmails: {
    put: [[{ accountId: id, email: 'email-7', addedAt: at }]],
    remove: [[id]],
    countOf: [['email-7', 10]],
  },
  passkeys: {
    insert: [[passkey]],
    of: [[id]],
    find: [['credential_id-7']],
    rename: [[{ accountId: id, id: 'id-7' }, 'name']],
    use: [
      [{ accountId: id, credentialId: 'c', publicKey: 'k', counter: 1, at }],
      [{ accountId: id, credentialId: 'c', publicKey: 'k', counter: 0, at }],
    ],
    remove: [[{ accountId: id, id: 'id-7' }]],
  },
  authenticators: {
    put: [[{ accountId: id, sealed: 's', sealedBy: 'b', since: at, asks: true, lastStep: 1 }]],
    setAsking: [[id, false]],
    secretOf: [[id]],
    takeStep: [[id, 2]],
    sealedBeside: [
      ['<', { sealedBy: 'c', limit: 500 }],
      ['>', { sealedBy: 'a', limit: 500 }],
    ],
    reseal: [[id, { was: { sealed: 's', sealedBy: 'b' }, becomes: { sealed: 't', sealedBy: 'c' } }]],
    putRecoveryCodes: [[id, { hashes: ['one', 'other'], at }]],
    takeRecoveryCode: [[id, 'one']],
    countRecoveryCodes: [[id]],
    endRecoveryCodesSince: [[id, at]],
    remove: [[id]],
  },
  qrCodes: {
    insert: [[{ ...shown, ...hashed, matchingNumber: 42, matchingNumbers: [17, 42, 93] }]],
    poll: [['polling_hash-7']],
    find: pairsOf([{ scannedHash: 'scanned_hash-7' }, { lettersHashes: ['letters_hash-7', 'letters_hash-8'] }], [at]),
    scan: [['polling_hash-7', scanner, at]],
    confirm: [['polling_hash-7', { ...scanner, provenAt: at, moves: null, ...lasting }]],
    deny: [['polling_hash-7', scanner, at]],
    use: [['polling_hash-7', at]],
  },
  remembered: {
    find: [['family_hash-7']],
    put: [[remembered, 10]],
    of: [[id, at]],
    name: [[id, 'id-7', 'My phone']],
    nameOfSession: [[id, 'session_id-7', 'My phone']],
    endOne: [[id, 'id-7']],
    end: [['family_hash-8', 'token_hash-8']],
    endOfSession: [[filledId(10), { id: 'session_id-10', passedOn: ['session_id-11'] }]],
    endAll: [[filledId(11)]],
  },
  returnAddresses: {
    insert: [[{ handleHash: 'new', address: '/', expiresAt: soon }]],
    find: [['handle_hash-7', at]],
  },
  organisations: {
    insert: [[{ id: 'new', publicId: 'new', name: 'n', baseInfos: {}, detailInfos: {}, createdAt: at }]],
    update: [['id-7', { name: 'n', baseInfos: {}, detailInfos: {} }]],
    lock: [['id-7']],
    freeze: (['operator', null] as const).map((by) => ['id-7', by]),
    setLogo: [
      ['id-47', { key: 'new', base64: '', at }],
      ['id-48', null],
    ],
    logoOf: [['id-7']],
    findLogo: [['key-7']],
    setAllowance: [['id-7', { most: 10, until: soon }]],
    setRules: [['id-7', { secondFactorFrom: at, proofMinutes: 10, actingHours: 8 }]],
    find: [['public_id-7']],
    beginningWith: [['na', 51]],
  },
  identities: {
    insert: [
      { id: 'new', accountId: id },
      { id: 'newer', accountId: filledId(8) },
    ].map((own) => [{ ...member, ...own, publicId: own.id, userPublicId: own.id }]),
    insertManager: [[{ organisationId: 'id-7', identityId: 'new' }]],
    acting: [[id, 'public_id-7']],
    accountOf: [['user_public_id-7']],
    among: [[id, ['public_id-7', 'public_id-8']]],
    ofAccount: [[id, page]],
    only: [[id]],
    withPlace: [['organisation_id-7', 'mobile', ['value-7', 'value-8']]],
    find: [['organisation_id-7', ['public_id-7', 'public_id-8']]],
    page: pairsOf([{}, { roleId: 'role_id-7' }], [{}, { after: 'id-7' }]).map(([of, after]) => [
      { organisationId: 'organisation_id-7', ...of, ...after, ...page },
    ]),
    placeOf: pairsOf([id], [{ organisationId: 'organisation_id-7' }, { publicId: 'public_id-7' }, { id: 'id-7' }]),
    move: [[moved], [{ ...moved, as: { userPublicId: 'new', isFrozen: true } }]],
    countManaged: [[id]],
    isAdministrator: [[id]],
    managed: [[id]],
    managerOf: [['organisation_id-7']],
  },
  invitationAnswers: {
    add: [['newer', { accepted: 1, declined: 0, name: 'n', at }]],
    claim: [[at, soon, 100]],
    postpone: [['id-7', soon]],
    take: [
      ['id-7', soon],
      ['none', soon],
    ],
    inviter: [['id-7']],
  },
  members: {
    list: pairsOf(orders, [...ranges, ...filtered]).map((order) => ['organisation_id-7', ...order]),
    ofRole: pairsOf(sorted, [...ranges, ...filtered]).map((range) => ['role_id-7', ...range]),
    manager: [['organisation_id-7']],
    search: [...ranges, ...filtered].map((range) => ['organisation_id-7', 'part', range]),
    ofAddress: [['organisation_id-7', ['address-7', 'address-8']]],
    rename: [['id-7', { name: 'n', sortKey: 'n' }]],
    freeze: [['id-9', true]],
    noteActive: [['id-31', 20_000]],
    remove: [['id-8']],
    keepFormer: [[{ userPublicId: 'new', organisationId: 'id-7', accountId: 'new', isFrozen: true, removedAt: at }]],
    removedAt: [[place]],
    takeFormer: [[place]],
  },
  counts: {
    ofOrganisation: [
      ['organisation_id-7', ['members', 'frozen', 'invitations', 'requests', 'waiting', 'roles'], 10],
      ['organisation_id-7', [], 10],
    ],
  },
  roles: {
    deputies: [['organisation_id-7', { after: '', limit: 100 }]],
    insert: [[{ ...made, organisationId: 'id-7', key: 'new', name: 'n', description: '', permissions: [] }]],
    ofOrganisation: [['organisation_id-7']],
    find: [['organisation_id-7', 'key-7']],
    update: [['id-7', { name: 'n', description: '', permissions: [], isBanned: true }]],
    givenTo: [[['identity_id-7', 'identity_id-8']]],
    give: [[{ id: 'new', organisationId: 'id-7' }, ['new']]],
    takeFrom: [['role_id-7', ['identity_id-7', 'identity_id-8']]],
  },
  invitations: {
    insert: [[[{ ...invitation, ...sent, channel: 'mobile', address: 'new', roleId: 'new', name: 'n' }]]],
    find: [['organisation_id-3', 'public_id-7']],
    received: [[{ tokenHash: 'token_hash-7' }], [{ publicId: 'public_id-7' }]],
    list: pairsOf(['organisation_id-3'], pagesOf([undefined, 'pending' as const], [undefined, 'id-7'])),
    ofAddress: [['address-7', { at, limit: 20 }]],
    pendingTo: [['organisation_id-3', 'mobile', invited]],
    expireTo: [['organisation_id-3', 'mobile', invited, at]],
    resend: [['id-7', { tokenHash: 'newer', sent: 2, endsAt: soon, inviterId: 'none' }]],
    // PostgreSQL checks the foreign keys of a filled row once it is changed for the second time.
    update: [['id-10', { roleId: null, inviterId: 'id-7', name: 'n', note: 'n', endsAt: soon }]],
    end: [['id-13', { state: 'cancelled', at }]],
    takePlace: [['id-16', at]],
    giveUp: [['token_hash-19', { reason: 'refused', at }]],
    expire: [[at, 100]],
  },
  invitationBatches: {
    insert: [[batch, { list: 'list', workAt: at }]],
    find: [['organisation_id-7', 'public_id-7']],
    list: [undefined, 'id-7'].map((after) => ['organisation_id-7', { after, ...page }]),
    countLines: [['batch_id-7']],
    countNewBySms: [['batch_id-7']],
    limitSms: [['batch_id-7', 0]],
    countInvitations: [['batch_id-7']],
    lines: pairsOf(['batch_id-7'], pagesOf([undefined, 'new' as const], [undefined, 7])),
    claim: [[at, soon, 5]],
    postpone: [['id-7', soon]],
    listOf: [['id-7']],
    read: [['id-7']],
    lock: [['id-7']],
    linesTo: [['batch_id-7', invited]],
    insertLines: [[{ id: 'id-7', organisationId: 'id-7' }, [line]]],
    advance: [['id-10', { checkedCount: 1, state: 'checked', list: '', workAt: null }]],
    settle: [['batch_id-7', 'invited', [7, 8]]],
  },
  activations: {
    insert: [
      [
        {
          accountId: 'new',
          organisationId: 'id-7',
          address: { kind: 'mobile', value: 'new' },
          endsAt: soon,
          giverId: 'none',
        },
      ],
    ],
    of: [[address, { at, limit: 50 }]],
    isAwaited: [['organisation_id-7', address]],
    count: [['organisation_id-7', 1000]],
    list: [{}, { after: filledId(6) }].map((after) => ['organisation_id-7', { at, ...after, ...page }]),
    find: [['organisation_id-7', 'public_id-7', at]],
    prolong: [[filledId(13), soon]],
    vouch: [['organisation_id-14', [filledId(14)], 'none']],
    remove: [[filledId(12)]],
  },
  organisationLog: {
    insert: [[{ ...told, ...from, id: 'new', organisationId: 'id-7', at, before: { name: 'b' }, after: undefined }]],
    list: logged.map((range) => ['organisation_id-3', { limit: 11, from: 0, to: soon, ...range }]),
  },
  transfers: {
    insert: [
      [{ id: 'new', publicId: 'new', organisationId: 'id-7', from: 'new', to: 'newer', acceptFrom: soon, ...lasting }],
    ],
    pending: [['organisation_id-7']],
    newest: [['organisation_id-7']],
    offeredTo: [[id, at]],
    startedBy: [[id]],
    handedOverBy: [[id, at]],
    doneAt: (['from', 'to'] as const).map((as) => [
      { organisationId: 'organisation_id-7', id: `${as}_identity_id-7` },
      { as, since: at },
    ]),
    end: [['id-7', 'done', at]],
    replaceManager: [['organisation_id-7', { from: 'none', to: 'id-7' }]],
  },
  ruleNotices: {
    begin: [['id-7', at]],
    claim: [[at, soon, 10]],
    after: [['organisation_id-7']],
    goOn: [['organisation_id-27', { after: 'id-7', dueAt: at }]],
    postpone: [['organisation_id-28', soon]],
    end: [['organisation_id-7']],
  },
  joinRequests: {
    put: [[{ ...joinRequest, accountId: filledId(9) }]],
    of: [[joinRequest, at]],
    find: [['organisation_id-7', 'public_id-7', at]],
    list: [undefined, 'id-7'].map((after) => ['organisation_id-7', { at, after, ...page }]),
    end: [['id-7']],
    withdraw: [[joinRequest, at]],
    forget: [[joinRequest]],
    decline: [['id-8', soon]],
  },
  mailDomains: {
    insert: [[{ id: 'new', organisationId: 'id-7', domain: 'new', token: 'new', createdAt: at }]],
    of: [['organisation_id-7']],
    find: [['organisation_id-7', 'domain-7']],
    held: [['domain-7']],
    // PostgreSQL checks the foreign keys of a filled row once it is changed for the second time.
    keepLook: [
      ['id-10', { ...looked, provenSince: at, seenAt: at }],
      ['new', { ...looked, provenSince: null, seenAt: null, nextCheckAt: null }],
    ],
    update: [['id-13', { joining: 'invited', roleId: null, chooserId: null }]],
    delete: [['id-16']],
    claim: [[0, soon, 10]],
    postpone: [['id-19', soon]],
    noteJoin: [[{ organisationId: 'id-7', accountId: id, email: 'new' }, at]],
    keepOut: [[{ organisationId: 'id-8', accountId: id }, at]],
    isKeptOut: [[{ organisationId: 'organisation_id-7', accountId: id, email: 'email-7' }]],
    letIn: [[{ organisationId: 'organisation_id-9', accountId: filledId(9) }]],
  },
  closings: {
    begin: [['id-7', soon]],
    undo: [['id-7', at]],
    claim: [[at, soon, 5]],
    postpone: [['id-7', soon]],
    eraseSome: [['organisation_id-9', 500]],
    erase: [['id-9', at]],
  },
  applications: {
    insert: [[{ aid: 'new', name: 'n', url: 'new', keyVersion: 1, createdAt: at, disabledAt: null }]],
    find: [['aid-7']],
    list: [[20]],
    change: [
      ['aid-7', { name: 'n', disabledAt: at }],
      ['aid-8', { url: 'another' }],
    ],
    nextKey: [['aid-7']],
  },
  services: {
    insert: [[{ id: 'new', name: 'n', url: 'new', logoutUrl: null, attributes: [], mayGateway: false, createdAt: at }]],
    find: [['url-7']],
    list: [[]],
    change: [['id-7', { logoutUrl: 'url', attributes: [], mayGateway: true }]],
    remove: [['id-7', at]],
  },
  serviceTickets: {
    insert: [[{ hash: 'new', serviceId: 'new', sessionId: 'id-7', proof: 5, ...lasting }]],
    find: [['hash-7']],
    holder: [['id-7']],
    spend: [['hash-7', at]],
    keep: [['hash-7', { ticket: 'new', expiresAt: soon }]],
    toTell: [[at]],
    claim: [['service_id-7', { at, until: soon, limit: 5 }]],
    forget: [['hash-8']],
    postpone: [['hash-9', soon]],
  },
  webhooks: {
    insert: [[{ ...made, organisationId: null, url: 'u', events: ['*'], sealed: 's', sealedBy: 'k' }]],
    find: [['id-7']],
    list: [
      [undefined, 10],
      ['id-7', 10],
    ],
    count: [
      [null, 20],
      ['id-7', 5],
    ],
    setEvents: [['id-7', ['*']]],
    reseal: [
      [
        { id: 'id-7', sealed: 'sealed-7', sealedBy: 'sealed_by-7' },
        { sealed: 's', sealedBy: 'k', previousUntil: at },
      ],
      [
        { id: 'id-8', sealed: 'sealed-8', sealedBy: 'sealed_by-8' },
        { sealed: 's', sealedBy: 'k' },
      ],
    ],
    disable: [['id-7', { at, because: 'failing' }]],
    enable: [['id-7']],
    remove: [['id-8']],
    listening: [[[]], [['id-7', 'id-9']]],
    sealedBeside: (['<', '>'] as const).map((side) => [side, { sealedBy: 'sealed_by-7', limit: 10 }]),
  },
  turns: {
    wake: [[['id-7', 'id-9'], at]],
    wakeNow: [['id-7', at]],
    due: [[at, 10]],
    claim: [['id-7', { holder: 'h', at, until: soon }]],
    renew: [['id-7', { holder: 'h', until: soon }]],
    release: [0, soon].map((restsUntil) => ['id-7', 'h', { at, nextAt: null, restsUntil, became: turned }]),
  },
  deliveries: {
    insert: [[[{ id: 'new', webhookId: 'id-7', eventId: null, nextAttemptAt: at }]]],
    due: [['id-7', soon * 2, 10]],
    nextAt: [['id-7']],
    forget: [[['id-8', 'id-9']]],
    failed: [['id-7', { answer: 'a', until: null }]],
    count: [
      ['id-7', 'dead', 10],
      ['id-7', 'waiting', 10],
    ],
    find: [['id-7']],
    dead: [['id-7', 10]],
    retry: [['id-7', at]],
    retrySome: [['id-7', { at, limit: 10 }]],
    burySome: [['id-7', { answer: 'a', limit: 10 }]],
    forgetSome: [['id-10', 10]],
  },
  operatorKeys: {
    insert: [
      [
        'new',
        {
          id: 'new',
          name: 'n',
          holder: 'h',
          scopes: ['read'],
          createdAt: at,
          expiresAt: soon,
          madeBy: null,
          line: null,
        },
      ],
    ],
    find: [['hash-7']],
    findById: [['id-7']],
    list: [[5]],
    countGood: [[at, 5]],
    revoke: [['id-7', at]],
    used: [['id-8', at]],
  },
  operators: {
    insert: [[{ accountId: id, scopes: ['read'], addedAt: at, addedBy: 'n', line: null }]],
    remove: [[filledId(8)]],
    find: [[filledId(9)]],
    count: [[5]],
    list: [[5]],
  },
  deskSessions: {
    insert: [[{ hash: 'new', accountId: id, sessionId: 'id-9', challenge: 'new', ...lasting }]],
    redeem: [[{ hash: 'hash-7', challenge: 'challenge-7', at, becomes: { hash: 'newest', expiresAt: soon } }]],
    endOthers: [['hash-7']],
    end: [['hash-8']],
    find: [['hash-9', { at, usedSince: at }]],
    used: [['hash-9', at]],
  },
  sites: {
    insert: [[{ id: 'new', name: 'n', origin: 'new', people: [], facts: [], createdAt: at }]],
    find: [['origin-7']],
    list: [[]],
    change: [
      ['id-7', { people: ['group'], facts: ['name'] }],
      ['id-8', { removedAt: at }],
    ],
  },
  siteSessions: {
    insert: [[{ hash: 'new', siteId: 'id-7', sessionId: 'id-7', challenge: 'new', ...lasting }]],
    redeem: [
      [
        {
          hash: 'hash-7',
          challenge: 'challenge-7',
          origin: 'origin-7',
          at,
          becomes: { hash: 'newest', expiresAt: soon },
        },
      ],
    ],
    endEarlier: [['hash-7', at]],
    spend: [['hash-8']],
    find: [['hash-9', { origin: 'origin-9', at }]],
  },
  openClients: {
    insert: [[openClient]],
    find: [['id-7']],
    ofOperator: [[]],
    ofOrganisation: [['organisation_id-7']],
    change: [['id-7', openClient]],
    replaceSecret: [['id-7', { was: 'secret_hash-7', becomes: 'new', until: soon }]],
    remove: [['id-8', at]],
    setIcon: [
      ['client_id-7', null],
      ['id-7', { key: 'new', base64: '', at }],
    ],
    findIcon: [['key-7']],
    removedOfOrganisations: [[20]],
    erase: [['id-8']],
  },
  authorisations: {
    find: [[id, 'client_id-7']],
    put: [[{ ...authorisation, id: 'new', clientId: 'id-7' }]],
    ofAccount: [[id, 100]],
    use: [['id-7', { at, unlessAfter: at }]],
    end: [['id-8']],
    endRecent: [['account_id-9', { since: at, at, keptSessionId: 'id-7' }]],
    endOfClient: [['client_id-9', 100]],
  },
  protocol: {
    put: [[{ hash: 'new', ...record }], [{ hash: 'newer', ...record, sessionId: 'id-7' }]],
    putGrant: [[{ hash: 'newest', ...record, of: authorisation }]],
    answer: [['hash-12', { at, sessionId: 'id-7' }]],
    putOfGrant: [[{ hash: 'other', ...record, grantHash: 'hash-7' }]],
    find: [['hash-7']],
    findByUserCode: [[['user_code_hash-7', 'none'], at]],
    takeUserCode: [[['user_code_hash-8', 'none'], at]],
    findGrant: [['hash-7', at]],
    change: [['hash-7', {}]],
    consume: [['hash-11', at]],
    endChainOf: [['hash-7']],
    delete: [['hash-8']],
    endGrant: [['grant_hash-9']],
    endGrantsOf: [['authorisation_id-10']],
  },
  clientSessions: {
    note: [[{ id: 'new', clientId: 'id-7', sessionId: 'id-7', sid: 's', expiresAt: soon }]],
    toTell: [[at]],
    claim: [['client_id-7', { at, until: soon, limit: 5 }]],
    forget: [['id-8']],
    postpone: [['id-9', soon]],
    endOfClient: [['client_id-9', 100]],
  },
  signingKeys: {
    all: [[]],
    insert: [[{ id: 'new', algorithm: 'ES256', generation: 9, sealed: '', signsFrom: at }]],
    reseal: [['id-7', '']],
    delete: [['id-7']],
  },
}

type Method = (...given: unknown[]) => Promise<unknown>

const eachOf = <Given, Made>(all: object, make: (given: Given, name: string) => Made): Record<string, Made> =>
  Object.fromEntries(Object.entries(all).map(([name, given]) => [name, make(given, name)]))

/** Calls of every method of every store. */
export const everyCall = eachOf(everyArgument, (methods: object) =>
  eachOf(
    methods,
    (rows: unknown[][], method) => (store: Record<string, Method>) => rows.map((given) => store[method]?.(...given)),
  ),
)
