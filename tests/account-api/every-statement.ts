import type { Transaction } from '../../account-api/domain/stores'
import { filledId, filledNow } from '../fixtures/fill'

type Calls<Store> = { [Method in keyof Store]: (store: Store) => Promise<unknown>[] }

const at = filledNow
const id = filledId(7)
const soon = at + 60_000
const slot = { channel: 'sms' as const, target: 'target-7', purpose: 3 }
const captcha = { visitor: 'visitor-7', at }
const ended = { accountId: id, at, addresses: ['address-7', 'address-8'] }
const window = { accountId: id, since: 0 }
const held = { value: 'held', boundAt: at }
const invited = ['address-7', 'address-8']
const bucket = { name: 'name-3', subject: 'subject-7', part: 'part-7' }
const binding = { platform: 'another', openid: 'openid', accountId: id }
const username = { value: 'name', skeleton: 'nane' }
const session = {
  id: 'new',
  tokenHash: 'new',
  accountId: id,
  createdAt: at,
  lastSeenAt: at,
  provenAt: at,
  clientAddress: '',
  client: '',
  way: 'password' as const,
  identityId: null,
  factors: { mobile: null, email: null, password: at },
}

const openClient = {
  id: 'new',
  name: 'n',
  icon: null,
  organisationId: null,
  redirectUris: [],
  postLogoutUris: [],
  logoutUrl: null,
  scopes: [],
  isFirstParty: false,
  isVerified: true,
  requiresPkce: true,
  hasDeviceGrant: true,
  secretHash: null,
  previousSecret: null,
  createdAt: at,
  disabledAt: null,
  isDisabledByOwner: false,
}

const authorisation = {
  id: 'id-7',
  accountId: id,
  clientId: 'client_id-7',
  identityId: null,
  scopes: [],
  declined: [],
  grantedAt: at,
}

const logged = { limit: 11, from: 0, to: soon }
const gate = { key: 'key-7', subject: null, durationMs: 60_000, cap: 5 }
const guess = { hour: 7, shard: 3 }
const buckets = [{ ...bucket, leakMs: 1000, most: 5 }]
const counting = { at, gate, counters: [{ ...gate, key: 'key-8' }], buckets, guess }
const counters = [
  { key: 'key-7', ends: true },
  { key: 'key-8', ends: false },
]
const tried = { at, counters, own: 'key-7', buckets, guess, failures: ['key-8', 'key-9'] }
const signIn = {
  browser: {
    tokenHash: 'new',
    accountId: id,
    sessionId: 'new',
    signedInAt: at,
    clientAddress: '',
    expiresAt: soon,
    had: ['token_hash-7', 'token_hash-8'],
    replacedExpireAt: at,
    most: 10,
  },
  entry: { id: 'new', accountId: id, kind: 'signed_in' as const, at, clientAddress: '', client: '', detail: '' },
}

const triedSignIn = {
  browser: { ...signIn.browser, tokenHash: 'newer', had: [] },
  entry: { ...signIn.entry, id: 'newer' },
  tried,
}

const message = {
  id: 'new',
  to: 't',
  channel: 'sms',
  purpose: 'p',
  subject: '',
  body: '',
  code: null,
  link: null,
  language: 'en',
  createdAt: at,
  attempts: 0,
} as const
const place = { organisationId: 'organisation_id-7', accountId: id }
const sorts = ['name', 'joined_at'] as const
const ranges = [undefined, { value: 'value', id: 'id-7' }].map((after) => ({ after, offset: 0, limit: 11 }))

/**
 * Calls of every method of every store, with every form of its statements. A method without a call does not compile.
 * The rows are those of `fill`.
 */
export const everyCall: { [Name in keyof Transaction]: Calls<Transaction[Name]> } = {
  accounts: {
    insert: (store) => [store.insert({ id: 'new', accountType: 0, passwordHash: null, language: 'en', createdAt: at })],
    bind: (store) => [store.bind({ kind: 'email', value: 'new', accountId: id, at })],
    unbind: (store) => [store.unbind({ kind: 'mobile', value: 'value-7', accountId: id })],
    replacePassword: (store) => [
      store.replacePassword(id, { was: 'other', becomes: 'new' }),
      store.replacePassword(id, { was: null, becomes: 'new' }),
    ],
    rehash: (store) => [store.rehash(id, { was: 'other', becomes: 'new' })],
    use: (store) => [store.use(id, { at, unlessAfter: 0 })],
    holderOf: (store) => [store.holderOf('mobile', 'value-7')],
    typistOf: (store) => [store.typistOf('mobile', 'value-7', at)],
    keepHolderOf: (store) => [store.keepHolderOf('username', 'value-6')],
    profile: (store) => [store.profile(id)],
    claimEmail: (store) => [store.claimEmail({ accountId: 'new', email: 'new', at })],
    dropClaims: (store) => [store.dropClaims('email-7')],
    dropClaimOf: (store) => [store.dropClaimOf(id)],
    setBirthday: (store) => [store.setBirthday(id, null)],
    setTerms: (store) => [store.setTerms(id, '2')],
    setLanguage: (store) => [store.setLanguage(id, 'en')],
    setTimeZone: (store) => [store.setTimeZone(id, null)],
    lock: (store) => [store.lock(id, filledId(8))],
  },
  codes: {
    put: (store) => [
      store.put(slot, {
        asker: 'asker-7',
        isKnownBrowser: false,
        key: 'new',
        hash: 'new',
        at,
        expiresAt: soon,
        tries: 5,
        notBefore: at,
      }),
    ],
    find: (store) => [store.find(slot), store.find(slot, { key: 'key-7' }), store.find(slot, { asker: 'asker-7' })],
    attempt: (store) =>
      [undefined, { key: 'key-7' }, { asker: 'asker-7' }].flatMap((named) =>
        [true, false].map((consume) => store.attempt(slot, { named, hashes: ['one', 'two'], at, consume })),
      ),
    end: (store) => [store.end(slot, at)],
  },
  tickets: {
    insert: (store) => [
      store.insert({
        hash: 'new',
        purpose: 'p',
        accountId: null,
        sessionId: null,
        value: '',
        address: null,
        at,
        expiresAt: soon,
      }),
    ],
    redeem: (store) => [store.redeem('hash-7', { purposes: ['purpose-1', 'purpose-3'], at })],
    find: (store) => [store.find('hash-7', { purposes: ['purpose-3'], at })],
    endAll: (store) => [store.endAll({ ...ended, purposes: ['purpose-1', 'purpose-3'] })],
    endOf: (store) => [store.endOf({ ...ended, except: 'purpose-3' })],
    eraseOfSessions: (store) => [store.eraseOfSessions(id)],
  },
  usernames: {
    take: (store) => [store.take({ ...username, accountId: 'new', at })],
    setChosen: (store) => [store.setChosen(id)],
    inUse: (store) => [
      store.inUse([username], { exceptBy: id, givenUpAfter: 0 }),
      store.inUse([username, { value: 'other', skeleton: 'other' }], { exceptBy: id, givenUpAfter: at }),
    ],
    insertChange: (store) => [store.insertChange({ ...username, id: 'new', accountId: id, at })],
    changesAfter: (store) => [store.changesAfter(id, 0)],
    putPending: (store) => [store.putPending({ accountId: id, username, askedAt: at })],
    dropPending: (store) => [store.dropPending(filledId(8))],
    pendingOf: (store) => [store.pendingOf(id)],
    listPending: (store) => [store.listPending(1000)],
  },
  sessions: {
    begin: (store) => [
      store.begin(session, { passwordHash: null }, signIn),
      store.begin({ ...session, id: 'newer', tokenHash: 'newer' }, { passwordHash: null }, triedSignIn),
    ],
    // The second statement looks for a token that was replaced.
    find: (store) => [store.find('none', { renewedSince: 0 })],
    isLiving: (store) => [store.isLiving('id-7')],
    touch: (store) => [store.touch('id-7', at)],
    renew: (store) => [
      store.renew('id-7', { tokenHash: 'renewed', at, factor: 'mobile' }),
      store.renew('id-7', { tokenHash: 'renewed again', at, factor: 'email' }),
      store.renew('id-7', { tokenHash: 'renewed once more', at, factor: 'password' }),
      store.renew('id-7', { tokenHash: 'renewed by a platform', at, factor: undefined }),
    ],
    act: (store) => [store.act({ ...session, id: 'id-7' }, { tokenHash: 'acting', at, identityId: 'id-7' })],
    endAll: (store) => [store.endAll(filledId(8))],
    living: (store) => [store.living(id, { seen: 0, begun: 0 }), store.living(id, { seen: 0, begun: 0, limit: 5 })],
    endOne: (store) => [store.endOne(id, 'id-7')],
    endBegunBy: (store) => [
      store.endBegunBy(id, ['password', 'sms']),
      store.endBegunBy(id, ['password', 'sms'], 'id-7'),
    ],
    endOthers: (store) => [store.endOthers(id, 'id-7')],
  },
  activity: {
    insert: (store) => [
      store.insert({ id: 'new', accountId: id, kind: 'registered', at, clientAddress: '', client: '', detail: '' }),
    ],
    list: (store) => [
      store.list(id, { limit: 10 }),
      store.list(id, { limit: 10, since: at, until: at }),
      store.list(id, { limit: 10, before: { at, id }, since: at }),
      store.list(id, { limit: 10, after: { at, id }, until: at }),
    ],
  },
  counters: {
    add: (store) => [store.add('new', { subject: null, at, durationMs: 1000, cap: 5 })],
    addAll: (store) => [
      store.addAll([
        { key: 'key-7', subject: 'subject-7', by: 1, expiresAt: soon },
        { key: 'key-8', subject: null, by: -1, expiresAt: soon },
      ]),
      store.addAll([{ key: 'key-9', subject: null, by: -3, expiresAt: soon }]),
    ],
    read: (store) => [store.read('key-7', at)],
    readAll: (store) => [store.readAll(['key-7', 'key-8', 'key-9'])],
    takeBack: (store) => [store.takeBack('key-7')],
    reset: (store) => [store.reset('key-7')],
  },
  buckets: {
    add: (store) => [store.add(bucket, { at, leakMs: 1000, most: 5 })],
    emptyAt: (store) => [store.emptyAt(bucket)],
    takeBack: (store) => [store.takeBack(bucket, 1000)],
    drop: (store) => [store.drop(['name-1', 'name-3'], ['subject-7', 'subject-8'])],
  },
  guesses: {
    sums: (store) => [store.sums(7, 31)],
    usual: (store) => [store.usual(7)],
    keepUsual: (store) => [store.keepUsual(7, 5)],
  },
  tries: {
    count: (store) => [store.count(counting), store.count({ ...counting, guess: undefined })],
    takeBack: (store) => [
      store.takeBack(tried),
      store.takeBack({ ...tried, counters: counters.slice(1), own: undefined, guess: undefined, failures: [] }),
    ],
  },
  nonces: { add: (store) => [store.add('new', { signedAt: Date.now() + 1000, expiresAt: soon })] },
  captchas: {
    insert: (store) => [
      store.insert({
        id: 'new',
        decision: 'd',
        subtype: 'text',
        solution: '',
        spoken: '',
        scene: '',
        piece: null,
        expiresAt: soon,
        tries: 3,
        ...captcha,
      }),
    ],
    find: (store) => [store.find('id-7', captcha)],
    takeTry: (store) => [store.takeTry('id-7', captcha)],
    solve: (store) => [store.solve('id-7', at)],
  },
  pictures: {
    insert: (store) => [
      store.insert({ key: 'new', accountId: id, kind: 'avatar', mediaType: 'image/jpeg', base64: '', at }),
    ],
    find: (store) => [store.find('key-7')],
    show: (store) => [store.show(id, 'avatar', 'key-7'), store.show(id, 'background', 'key-7')],
  },
  outbox: {
    insert: (store) => [store.insert(message)],
    insertBulk: (store) => [store.insertBulk([{ ...message, id: 'newer' }])],
    newest: (store) => [store.newest('recipient-7', 10)],
    claim: (store) => [
      store.claim({ channel: 'sms', kind: 'codes' }, at, soon, 10),
      store.claim({ channel: 'sms', kind: 'others' }, at, soon, 10),
      store.claim({ channel: 'sms', kind: 'bulk' }, at, soon, 10),
    ],
    delivered: (store) => [store.delivered('id-7', at)],
    postpone: (store) => [store.postpone('id-7', soon)],
    giveUp: (store) => [store.giveUp('id-7', at)],
    erase: (store) => [store.erase('id-7')],
  },
  platforms: {
    bind: (store) => [store.bind({ ...binding, name: 'n', at })],
    unbind: (store) => [store.unbind(binding)],
    of: (store) => [store.of(id)],
    find: (store) => [
      store.find({ platform: 'platform-1', appId: 'app_id-7', openid: 'openid-7', unionid: null }),
      store.find({ platform: 'platform-1', appId: 'app_id-7', openid: 'openid', unionid: 'unionid-7' }),
    ],
    setPicture: (store) => [
      store.setPicture({
        platform: 'platform-8',
        appId: 'app_id-8',
        openid: 'openid-8',
        accountId: id,
        picture: 'key',
      }),
    ],
    addUnionid: (store) => [
      store.addUnionid({ platform: 'platform-1', appId: 'app_id-9', openid: 'openid-9', unionid: 'unionid' }),
    ],
  },
  exports: { rowsOf: (store) => [store.rowsOf(id)] },
  knownBrowsers: {
    find: (store) => [store.find(['token_hash-7', 'token_hash-8'], at)],
    of: (store) => [store.of(id, at)],
    forget: (store) => [store.forget(filledId(8), []), store.forget(filledId(9), ['token_hash-9'])],
    forgetSession: (store) => [store.forgetSession(filledId(10), 'session_id-10')],
  },
  pendingChanges: {
    put: (store) => [
      store.put({
        accountId: id,
        method: 'mobile',
        value: 'v',
        successor: null,
        isLost: false,
        askedAt: at,
        takesEffectAt: soon,
      }),
    ],
    of: (store) => [store.of(id)],
    ofLost: (store) => [store.ofLost('mobile', 'value-7')],
    claim: (store) => [store.claim(at, soon, 100)],
    postpone: (store) => [store.postpone({ accountId: id, method: 'mobile' }, soon)],
    take: (store) => [store.take({ accountId: id, method: 'mobile' }, at)],
    drop: (store) => [store.drop(filledId(8)), store.drop(filledId(9), 'mobile')],
  },
  cancellations: {
    begin: (store) => [store.begin(id, soon)],
    undo: (store) => [store.undo(id, soon)],
    claim: (store) => [store.claim(at, soon, 20)],
    postpone: (store) => [store.postpone(id, soon)],
    isOthers: (store) => [store.isOthers('email-7', id)],
    eraseAddress: (store) => [store.eraseAddress('sms', 'target-7')],
    eraseCounters: (store) => [store.eraseCounters(['subject-7', 'subject-8'])],
    erase: (store) => [store.erase(filledId(11), at)],
  },
  history: {
    present: (store) => [store.present(id)],
    insert: (store) => [
      store.insert({
        id: 'new',
        accountId: id,
        at,
        change: 'mobile_lost',
        mobile: held,
        email: null,
        platforms: [],
        passwordHash: null,
      }),
    ],
    first: (store) => [
      store.first(window),
      store.first(window, { kind: 'mobile', value: 'mobile-7' }),
      store.first(window, { kind: 'email', value: 'email-7' }),
    ],
    hasOlderAddress: (store) => [store.hasOlderAddress(window, at)],
    wasReportedLost: (store) => [store.wasReportedLost(window, 'mobile-7')],
  },
  guards: {
    put: (store) => [store.put({ accountId: id, kind: 'mobile', value: 'v', boundAt: at, since: at, until: soon })],
    of: (store) => [store.of(id, at)],
  },
  qrCodes: {
    insert: (store) => [
      store.insert({
        pollingHash: 'new',
        scannedHash: 'new',
        lettersHash: 'new',
        matchingNumber: 42,
        matchingNumbers: [17, 42, 93],
        leadsTo: '',
        shownBy: null,
        openRequest: null,
        clientAddress: '',
        client: '',
        createdAt: at,
        expiresAt: soon,
      }),
    ],
    poll: (store) => [store.poll('polling_hash-7')],
    find: (store) => [
      store.find({ scannedHash: 'scanned_hash-7' }, at),
      store.find({ lettersHashes: ['letters_hash-7', 'letters_hash-8'] }, at),
    ],
    scan: (store) => [store.scan('polling_hash-7', { accountId: id, sessionId: 'session_id-7' }, at)],
    confirm: (store) => [
      store.confirm('polling_hash-7', {
        accountId: id,
        sessionId: 'session_id-7',
        provenAt: at,
        moves: null,
        at,
        expiresAt: soon,
      }),
    ],
    deny: (store) => [store.deny('polling_hash-7', { accountId: id, sessionId: 'session_id-7' }, at)],
    use: (store) => [store.use('polling_hash-7', at)],
  },
  remembered: {
    find: (store) => [store.find('family_hash-7')],
    put: (store) => [
      store.put(
        {
          id: 'new',
          familyHash: 'new',
          tokenHash: 'new',
          previousHash: null,
          accountId: id,
          sessionId: 's',
          clientAddress: '',
          client: '',
          provenAt: at,
          usedAt: at,
          expiresAt: soon,
        },
        10,
      ),
    ],
    of: (store) => [store.of(id, at)],
    endOne: (store) => [store.endOne(id, 'id-7')],
    end: (store) => [store.end('family_hash-8', 'token_hash-8')],
    endOfSession: (store) => [store.endOfSession(filledId(10), 'session_id-10')],
    endAll: (store) => [store.endAll(filledId(11))],
  },
  returnAddresses: {
    insert: (store) => [store.insert({ handleHash: 'new', address: '/', expiresAt: soon })],
    find: (store) => [store.find('handle_hash-7', at)],
  },
  organisations: {
    insert: (store) => [
      store.insert({ id: 'new', publicId: 'new', name: 'n', baseInfos: {}, detailInfos: {}, createdAt: at }),
    ],
    update: (store) => [store.update('id-7', { name: 'n', baseInfos: {}, detailInfos: {} })],
    lock: (store) => [store.lock('id-7')],
    freeze: (store) => [store.freeze('id-7', 'operator'), store.freeze('id-7', null)],
    find: (store) => [store.find('public_id-7')],
  },
  identities: {
    insert: (store) =>
      [
        { id: 'new', accountId: id },
        { id: 'newer', accountId: filledId(8) },
      ].map((own) =>
        store.insert({
          ...own,
          publicId: own.id,
          userPublicId: own.id,
          organisationId: 'id-7',
          name: 'n',
          sortKey: 'n',
          joinedAt: at,
        }),
      ),
    insertManager: (store) => [store.insertManager({ organisationId: 'id-7', identityId: 'new' })],
    acting: (store) => [store.acting(id, 'public_id-7')],
    ofAccount: (store) => [store.ofAccount(id, { offset: 0, limit: 11 })],
    withPlace: (store) => [store.withPlace('organisation_id-7', 'mobile', ['value-7', 'value-8'])],
    find: (store) => [store.find('organisation_id-7', ['public_id-7', 'public_id-8'])],
    page: (store) =>
      [{}, { roleId: 'role_id-7' }].flatMap((of) =>
        [{}, { after: 'id-7' }].map((after) =>
          store.page({ organisationId: 'organisation_id-7', ...of, ...after, offset: 0, limit: 11 }),
        ),
      ),
    placeOf: (store) => [
      store.placeOf(id, { organisationId: 'organisation_id-7' }),
      store.placeOf(id, { publicId: 'public_id-7' }),
      store.placeOf(id, { id: 'id-7' }),
    ],
    move: (store) => {
      const moved = { organisationId: 'organisation_id-7', from: filledId(12), to: 'new' }
      return [store.move(moved), store.move({ ...moved, as: { userPublicId: 'new', isFrozen: true } })]
    },
    countManaged: (store) => [store.countManaged(id)],
    managed: (store) => [store.managed(id)],
    managerOf: (store) => [store.managerOf('organisation_id-7')],
    deputies: (store) => [store.deputies('organisation_id-7', { after: '', limit: 100 })],
  },
  members: {
    list: (store) =>
      ranges.flatMap((range) =>
        sorts.flatMap((sort) =>
          [undefined, true].map((isFrozen) => store.list('organisation_id-7', { sort, isFrozen }, range)),
        ),
      ),
    ofRole: (store) => ranges.flatMap((range) => sorts.map((sort) => store.ofRole('role_id-7', sort, range))),
    manager: (store) => [store.manager('organisation_id-7')],
    search: (store) => ranges.map((range) => store.search('organisation_id-7', 'part', range)),
    rename: (store) => [store.rename('id-7', { name: 'n', sortKey: 'n' })],
    freeze: (store) => [store.freeze('id-9', true)],
    remove: (store) => [store.remove('id-8')],
    keepFormer: (store) => [
      store.keepFormer({ userPublicId: 'new', organisationId: 'id-7', accountId: 'new', isFrozen: true }),
    ],
    takeFormer: (store) => [store.takeFormer(place)],
  },
  roles: {
    insert: (store) => [
      store.insert({
        id: 'new',
        organisationId: 'id-7',
        key: 'new',
        name: 'n',
        description: '',
        permissions: [],
        createdAt: at,
      }),
    ],
    ofOrganisation: (store) => [store.ofOrganisation('organisation_id-7')],
    find: (store) => [store.find('organisation_id-7', 'key-7')],
    update: (store) => [store.update('id-7', { name: 'n', description: '', permissions: [], isBanned: true })],
    givenTo: (store) => [store.givenTo(['identity_id-7', 'identity_id-8'])],
    give: (store) => [store.give({ id: 'new', organisationId: 'id-7' }, ['new'])],
    takeFrom: (store) => [store.takeFrom('role_id-7', ['identity_id-7', 'identity_id-8'])],
  },
  invitations: {
    insert: (store) => [
      store.insert([
        {
          id: 'new',
          publicId: 'new',
          organisationId: 'id-7',
          channel: 'mobile',
          address: 'new',
          roleId: 'new',
          name: 'n',
          note: '',
          extra: {},
          nextUrl: '',
          inviterId: 'id-7',
          tokenHash: 'new',
          places: 1,
          language: 'en',
          createdAt: at,
          endsAt: soon,
        },
      ]),
    ],
    find: (store) => [store.find('organisation_id-3', 'public_id-7')],
    received: (store) => [store.received({ tokenHash: 'token_hash-7' }), store.received({ publicId: 'public_id-7' })],
    list: (store) =>
      [undefined, 'pending' as const].flatMap((state) =>
        [undefined, 'id-7'].map((after) => store.list('organisation_id-3', { state, after, offset: 0, limit: 11 })),
      ),
    ofAddress: (store) => [store.ofAddress('address-7', { at, limit: 20 })],
    pendingTo: (store) => [store.pendingTo('organisation_id-3', 'mobile', invited)],
    expireTo: (store) => [store.expireTo('organisation_id-3', 'mobile', invited, at)],
    resend: (store) => [store.resend('id-7', { tokenHash: 'newer', sent: 2, endsAt: soon })],
    // PostgreSQL checks the foreign keys of a filled row once it is changed for the second time.
    update: (store) => [store.update('id-10', { roleId: null, inviterId: 'id-7', name: 'n', note: 'n', endsAt: soon })],
    end: (store) => [store.end('id-13', { state: 'cancelled', at })],
    takePlace: (store) => [store.takePlace('id-16', at)],
    giveUp: (store) => [store.giveUp('token_hash-19', { reason: 'refused', at })],
    expire: (store) => [store.expire(at, 100)],
  },
  invitationBatches: {
    insert: (store) => [
      store.insert(
        {
          id: 'new',
          publicId: 'new',
          organisationId: 'id-7',
          inviterId: 'id-7',
          state: 'checking',
          format: 'csv',
          region: 'CN',
          roleId: null,
          note: '',
          days: 7,
          language: 'en',
          lineCount: 1,
          checkedCount: 0,
          createdAt: at,
        },
        { list: 'list', workAt: at },
      ),
    ],
    find: (store) => [store.find('organisation_id-7', 'public_id-7')],
    list: (store) =>
      [undefined, 'id-7'].map((after) => store.list('organisation_id-7', { after, offset: 0, limit: 11 })),
    countLines: (store) => [store.countLines('batch_id-7')],
    countInvitations: (store) => [store.countInvitations('batch_id-7')],
    lines: (store) =>
      [undefined, 'new' as const].flatMap((state) =>
        [undefined, 7].map((after) => store.lines('batch_id-7', { state, after, offset: 0, limit: 11 })),
      ),
    claim: (store) => [store.claim(at, soon, 5)],
    postpone: (store) => [store.postpone('id-7', soon)],
    listOf: (store) => [store.listOf('id-7')],
    read: (store) => [store.read('id-7')],
    lock: (store) => [store.lock('id-7')],
    linesTo: (store) => [store.linesTo('batch_id-7', invited)],
    insertLines: (store) => [
      store.insertLines({ id: 'id-7', organisationId: 'id-7' }, [
        {
          id: 'new',
          number: 1,
          state: 'new',
          channel: 'mobile',
          address: 'new',
          typed: '',
          name: '',
          note: '',
          roleId: null,
          sameAs: null,
        },
      ]),
    ],
    advance: (store) => [store.advance('id-10', { checkedCount: 1, state: 'checked', list: '', workAt: null })],
    settle: (store) => [store.settle('batch_id-7', 'invited', [7, 8])],
  },
  activations: {
    insert: (store) => [
      store.insert({
        accountId: 'new',
        organisationId: 'id-7',
        address: { kind: 'mobile', value: 'new' },
        endsAt: soon,
      }),
    ],
    of: (store) => [store.of({ kind: 'mobile', value: 'value-7' }, { at, limit: 50 })],
    isAwaited: (store) => [store.isAwaited('organisation_id-7', { kind: 'mobile', value: 'value-7' })],
    count: (store) => [store.count('organisation_id-7', 1000)],
    list: (store) =>
      [{}, { after: filledId(6) }].map((after) =>
        store.list('organisation_id-7', { at, ...after, offset: 0, limit: 11 }),
      ),
    find: (store) => [store.find('organisation_id-7', 'public_id-7', at)],
    prolong: (store) => [store.prolong(filledId(13), soon)],
    remove: (store) => [store.remove(filledId(12))],
  },
  organisationLog: {
    insert: (store) => [
      store.insert({
        id: 'new',
        organisationId: 'id-7',
        at,
        kind: 'organisation_updated',
        actor: 'a',
        actorName: 'a',
        target: 't',
        targetName: 't',
        before: { name: 'b' },
        after: undefined,
        clientAddress: '',
        client: '',
      }),
    ],
    list: (store) => [
      store.list('organisation_id-3', logged),
      store.list('organisation_id-3', { ...logged, kind: 'organisation_updated' }),
      store.list('organisation_id-3', { ...logged, actor: 'actor-7' }),
      store.list('organisation_id-3', { ...logged, target: 'target-7' }),
      store.list('organisation_id-3', { ...logged, before: filledId(7) }),
      store.list('organisation_id-3', { ...logged, after: filledId(7) }),
    ],
  },
  transfers: {
    insert: (store) => [
      store.insert({
        id: 'new',
        publicId: 'new',
        organisationId: 'id-7',
        from: 'new',
        to: 'newer',
        at,
        expiresAt: soon,
      }),
    ],
    pending: (store) => [store.pending('organisation_id-7')],
    newest: (store) => [store.newest('organisation_id-7')],
    offeredTo: (store) => [store.offeredTo(id, at)],
    end: (store) => [store.end('id-7', 'done', at)],
    replaceManager: (store) => [store.replaceManager('organisation_id-7', { from: 'none', to: 'id-7' })],
  },
  mailDomains: {
    insert: (store) => [
      store.insert({ id: 'new', organisationId: 'id-7', domain: 'new', token: 'new', createdAt: at }),
    ],
    of: (store) => [store.of('organisation_id-7')],
    find: (store) => [store.find('organisation_id-7', 'domain-7')],
    held: (store) => [store.held('domain-7')],
    // PostgreSQL checks the foreign keys of a filled row once it is changed for the second time.
    keepLook: (store) => [
      store.keepLook('id-10', { token: 'newer', provenSince: at, seenAt: at, missingSince: null, nextCheckAt: soon }),
      store.keepLook('new', { token: 'newer', provenSince: null, seenAt: null, missingSince: null, nextCheckAt: null }),
    ],
    update: (store) => [store.update('id-13', { joining: 'invited', roleId: null, chooserId: null })],
    delete: (store) => [store.delete('id-16')],
    claim: (store) => [store.claim(0, soon, 10)],
    postpone: (store) => [store.postpone('id-19', soon)],
    noteJoin: (store) => [store.noteJoin({ organisationId: 'id-7', accountId: id, email: 'new' }, at)],
    keepOut: (store) => [store.keepOut({ organisationId: 'id-8', accountId: id }, at)],
    isKeptOut: (store) => [store.isKeptOut({ organisationId: 'organisation_id-7', accountId: id, email: 'email-7' })],
    letIn: (store) => [store.letIn({ organisationId: 'organisation_id-9', accountId: filledId(9) })],
  },
  closings: {
    begin: (store) => [store.begin('id-7', soon)],
    undo: (store) => [store.undo('id-7', at)],
    claim: (store) => [store.claim(at, soon, 5)],
    postpone: (store) => [store.postpone('id-7', soon)],
    eraseSome: (store) => [store.eraseSome('organisation_id-9', 500)],
    erase: (store) => [store.erase('id-9', at)],
  },
  applications: {
    insert: (store) => [
      store.insert({ aid: 'new', name: 'n', url: 'new', keyVersion: 1, createdAt: at, disabledAt: null }),
    ],
    find: (store) => [store.find('aid-7')],
    list: (store) => [store.list(20)],
    change: (store) => [
      store.change('aid-7', { name: 'n', disabledAt: at }),
      store.change('aid-8', { url: 'another' }),
    ],
    nextKey: (store) => [store.nextKey('aid-7')],
  },
  services: {
    insert: (store) => [
      store.insert({
        id: 'new',
        name: 'n',
        url: 'new',
        logoutUrl: null,
        attributes: [],
        mayGateway: false,
        createdAt: at,
      }),
    ],
    find: (store) => [store.find('url-7')],
    list: (store) => [store.list()],
    change: (store) => [store.change('id-7', { logoutUrl: 'url', attributes: [], mayGateway: true })],
    remove: (store) => [store.remove('id-7', at)],
  },
  serviceTickets: {
    insert: (store) => [
      store.insert({ hash: 'new', serviceId: 'new', sessionId: 'id-7', proof: 5, at, expiresAt: soon }),
    ],
    find: (store) => [store.find('hash-7')],
    holder: (store) => [store.holder('id-7')],
    spend: (store) => [store.spend('hash-7', at)],
    keep: (store) => [store.keep('hash-7', { ticket: 'new', expiresAt: soon })],
    toTell: (store) => [store.toTell(at)],
    claim: (store) => [store.claim('service_id-7', { at, until: soon, limit: 5 })],
    forget: (store) => [store.forget('hash-8')],
    postpone: (store) => [store.postpone('hash-9', soon)],
  },
  openClients: {
    insert: (store) => [store.insert(openClient)],
    find: (store) => [store.find('id-7')],
    ofOperator: (store) => [store.ofOperator()],
    ofOrganisation: (store) => [store.ofOrganisation('organisation_id-7')],
    change: (store) => [store.change('id-7', openClient)],
    replaceSecret: (store) => [store.replaceSecret('id-7', { was: 'secret_hash-7', becomes: 'new', until: soon })],
    remove: (store) => [store.remove('id-8', at)],
    setIcon: (store) => [store.setIcon('client_id-7', null), store.setIcon('id-7', { key: 'new', base64: '', at })],
    findIcon: (store) => [store.findIcon('key-7')],
    removedOfOrganisations: (store) => [store.removedOfOrganisations(20)],
    erase: (store) => [store.erase('id-8')],
  },
  authorisations: {
    find: (store) => [store.find(id, 'client_id-7')],
    put: (store) => [store.put({ ...authorisation, id: 'new', clientId: 'id-7' })],
    ofAccount: (store) => [store.ofAccount(id, 100)],
    use: (store) => [store.use('id-7', { at, unlessAfter: at })],
    end: (store) => [store.end('id-8')],
    endOfClient: (store) => [store.endOfClient('client_id-9', 100)],
  },
  protocol: {
    put: (store) => [
      store.put({ hash: 'new', payload: {}, expiresAt: soon }),
      store.put({ hash: 'newer', payload: {}, expiresAt: soon, sessionId: 'id-7' }),
    ],
    putGrant: (store) => [store.putGrant({ hash: 'newest', payload: {}, expiresAt: soon, of: authorisation })],
    putOfGrant: (store) => [store.putOfGrant({ hash: 'other', payload: {}, expiresAt: soon, grantHash: 'hash-7' })],
    find: (store) => [store.find('hash-7')],
    findByUserCode: (store) => [store.findByUserCode(['user_code_hash-7', 'none'], at)],
    takeUserCode: (store) => [store.takeUserCode(['user_code_hash-8', 'none'], at)],
    findGrant: (store) => [store.findGrant('hash-7')],
    change: (store) => [store.change('hash-7', {})],
    consume: (store) => [store.consume('hash-11', at)],
    grantOf: (store) => [store.grantOf('hash-7')],
    delete: (store) => [store.delete('hash-8')],
    endGrant: (store) => [store.endGrant('grant_hash-9')],
    endGrantsOf: (store) => [store.endGrantsOf('authorisation_id-10')],
  },
  clientSessions: {
    note: (store) => [store.note({ id: 'new', clientId: 'id-7', sessionId: 'id-7', sid: 's', expiresAt: soon })],
    toTell: (store) => [store.toTell(at)],
    claim: (store) => [store.claim('client_id-7', { at, until: soon, limit: 5 })],
    forget: (store) => [store.forget('id-8')],
    postpone: (store) => [store.postpone('id-9', soon)],
    endOfClient: (store) => [store.endOfClient('client_id-9', 100)],
  },
  signingKeys: {
    all: (store) => [store.all()],
    insert: (store) => [store.insert({ id: 'new', algorithm: 'ES256', generation: 9, sealed: '', signsFrom: at })],
    delete: (store) => [store.delete('id-7')],
  },
}
