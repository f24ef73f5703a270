import { organisationActs } from '#contract/organisations/organisation-acts'
import { actingAs, done, emailSent, refuse, signedIn, smsSent } from '#tests/app/browser/answers'
import { overviewAnswers, placeIn } from '#tests/app/organisations/answers'
import {
  code,
  credentials,
  day,
  email,
  mobile,
  noOrganisation,
  password,
  ticket,
} from '#tests/e2e/pages/states/samples'
import type { Reach, States } from '#tests/e2e/pages/states/state'
import {
  formAt,
  given,
  opened,
  sent,
  signedInTo,
  signIn,
  told,
  toldAfter,
  walk,
  wrong,
} from '#tests/e2e/pages/states/steps'

const sec_subject_uid = 'AAAAAAAAAAAAAAAAAAAAAA'
const home = `/settings/organisations/${sec_subject_uid}`

/** A name without a place to break it. */
const longName = `${'Donaudampfschifffahrtsgesellschaft'.repeat(2)} 河畔小学`

const subject = (otherwise: { subject_name?: string; is_manager?: boolean; is_frozen?: number } = {}) =>
  placeIn('Riverside School', { sec_subject_uid, is_manager: true, ...otherwise })

const alone = { members: 1, frozen: 0, invitations: 2, waiting: 0, roles: 0 }

/** A form is sent after its session has ended: the account API keeps it, and the sign-in says so. */
const sentLate = (): Reach => {
  const late: { form: string | null } = { form: null }
  return walk(
    signIn(),
    opened('/settings/organisations/new'),
    given({
      createSubject: refuse('not_signed_in', {}),
      keepReturnAddress: ({ input }) => {
        late.form = String(input.form)
        return done({ handle: sec_subject_uid })
      },
      returnAddress: () => done({ address: '/settings/organisations/new', form: late.form }),
    }),
    sent({ subject_name: 'Orchard', deputy_name: 'Ann' }),
    told,
  )
}

type Subject = ReturnType<typeof subject>

/** What one acts in, as somebody who may do everything, or as a member who may do nothing. */
const acting = (otherwise: { subject_name?: string; is_manager?: boolean } = {}) => {
  const base_infos = { short_name: 'Riverside', region: 'CN', website: 'https://riverside.example' }
  const counts = { members: 25, frozen: 2, invitations: 3, requests: 2, waiting: 1, roles: 2 }
  const clerk = { role_key: 'clerk', role_name: 'Clerk of the school' }
  const member = { roles: [clerk], permissions: [], manager_name: longName }
  return actingAs(
    { ...subject(otherwise), base_infos, detail_infos: { contact_name: 'Ann' } },
    otherwise.is_manager === false ? member : { counts },
  )
}

/** A page of an organisation. */
const inside = (below: string, otherwise: Parameters<typeof acting>[0] = {}): Reach =>
  signedInTo(home + below, { subjectInfo: acting(otherwise) })

/** Its overview, with the latest acts for those who may read them. */
const overview = (otherwise: Parameters<typeof acting>[0] = {}): Reach => {
  const clients = [
    { client_key: 'a', name: longName, host: 'ledger.riverside.example' },
    { client_key: 'b', name: 'Timetable', host: '' },
  ]
  const entries = logged.slice(0, 5)
  return walk(
    given({ listSubjectLog: done({ entries, kept_days: 99, time_zone: 'UTC' }), listMemberClients: done({ clients }) }),
    inside('', otherwise),
  )
}

const listed = (subjects: Subject[], has_more = false): Reach =>
  signedInTo('/settings/organisations', { ...noOrganisation, listSubjects: done({ subjects, has_more }) })

const choosing = (subjects: Subject[]): Reach =>
  signedInTo('/login/organisation?next=/settings/profile', {
    subjectLoginList: done({ subjects, has_more: false, acting: null }),
  })

const several = [
  subject(),
  subject({ subject_name: longName, is_manager: false }),
  subject({ subject_name: 'Orchard', is_manager: false, is_frozen: 1 }),
]

const values = { name: longName, website: 'https://riverside.example/a/long/path/to/a/page', permissions: ['log.read'] }

const logged = organisationActs.map((kind, nth) => ({
  key: `key-${nth}`,
  at: day,
  kind,
  actor: nth % 2 === 0 ? { id: 'B'.repeat(22), name: 'user-bcdfghjk' } : { id: '', name: '' },
  target: { id: sec_subject_uid, name: longName },
  before: nth === 1 ? { name: 'Riverside' } : null,
  after: nth === 1 ? values : null,
  client: { browser: 'Firefox', system: 'Windows' },
  address: '2001:db8:1234:5678:9abc:def0:1234:5678',
}))

const logPage = (query: string, entries = logged, keys: { newer?: string; older?: string } = {}): Reach =>
  walk(
    given({ listSubjectLog: done({ entries, ...keys, kept_days: 365, time_zone: 'Asia/Shanghai' }) }),
    inside(`/log${query}`, { subject_name: longName }),
  )

const named = (by: 'mobile' | 'email'): Reach =>
  walk(opened('/login/register/organisation'), sent({ subject_name: longName, deputy_name: 'Ann', by }))

const coded = (by: 'mobile' | 'email'): Reach =>
  walk(given({ sendCode: smsSent(), sendEmailCode: emailSent() }), named(by), sent(by === 'mobile' ? mobile : email))

const taken = (by: 'mobile' | 'email'): Reach => {
  const had = refuse('already_registered', { field: by, ticket })
  return walk(coded(by), given({ createSubjectByMobile: had, createSubjectByEmail: had }), sent({ ...code, password }))
}

const register = '/login/register/organisation'

export const organisationStates: States = {
  [register]: formAt(register, 'register with an organisation'),
  [`${register}/mobile`]: {
    'register with an organisation by mobile': named('mobile'),
    'register with an organisation by mobile, empty': walk(named('mobile'), wrong()),
  },
  [`${register}/email`]: { 'register with an organisation by email': named('email') },
  [`${register}/mobile/code`]: { 'register with an organisation by mobile, code': coded('mobile') },
  [`${register}/email/code`]: { 'register with an organisation by email, code': coded('email') },
  [`${register}/mobile/existing`]: { 'register with an organisation, mobile has an account': taken('mobile') },
  [`${register}/email/existing`]: { 'register with an organisation, email has an account': taken('email') },
  '/login': { 'sign-in, with a form that waits': sentLate() },
  '/login/organisation': {
    'choose an organisation': choosing(several),
    'choose an organisation, none': choosing([]),
    'choose an organisation, nothing chosen': walk(choosing(several), wrong()),
  },
  '/settings/organisations': { organisations: listed(several, true), 'organisations, none': listed([]) },
  '/settings/organisations/new': {
    'create an organisation': walk(signIn(), opened('/settings/organisations/new?subject_name=Orchard')),
    'create an organisation, sent after the session had ended': walk(
      sentLate(),
      given({ accountLoginV2: signedIn() }),
      wrong(credentials),
    ),
  },
  [home]: {
    'an organisation, as its manager': overview(),
    'an organisation, as a member': overview({ is_manager: false }),
    'an organisation, frozen': signedInTo(home, { subjectInfo: actingAs({ ...subject(), frozen_by: 'manager' }) }),
    'an organisation that nobody else is in': signedInTo(home, {
      subjectInfo: actingAs({ ...subject(), deputy_name: 'user-bcdfghjk' }, { counts: alone }),
      ...overviewAnswers,
    }),
    'an organisation, just created': walk(
      coded('mobile'),
      toldAfter(
        {
          createSubjectByMobile: done({
            ...signedIn(true).data,
            subject_uid: 'inner-1',
            sec_subject_uid,
            identity_id: 'B'.repeat(22),
          }),
          subjectInfo: acting({ subject_name: longName }),
          ...overviewAnswers,
        },
        code,
      ),
    ),
  },
  [`${home}/details`]: { 'the details of an organisation': inside('/details', { subject_name: longName }) },
  [`${home}/log`]: {
    'the log of an organisation': logPage('', logged, { newer: 'newer', older: 'older' }),
    'the log of an organisation, filtered': logPage(
      `?kind=organisation_updated&since=2026-01-02&actor=${'B'.repeat(22)}`,
    ),
    'the log of an organisation, nothing found': logPage('?since=2026-01-02&until=2026-01-03', []),
    'the log of an organisation, a day that is none': logPage('?since=2026-01-02&until=2026', []),
    'the log of an organisation, empty': logPage('', []),
  },
}
