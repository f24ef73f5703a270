import { organisationActs } from '../../../../contract/organisation-acts'
import { permissionNames } from '../../../../contract/permissions'
import { done, refuse } from '../../../../contract/server'
import { actingAs, emailSent, signedIn, smsSent } from '../../../app/answers'
import type { AppBrowser } from '../app-browser'
import {
  code,
  day,
  email,
  mobile,
  opened,
  password,
  type Reach,
  refused,
  refusedEmpty,
  type States,
  signIn,
  ticket,
  told,
} from './state'

const sec_subject_uid = 'AAAAAAAAAAAAAAAAAAAAAA'
const home = `/settings/organisations/${sec_subject_uid}`

/** A name without a place to break it. */
const longName = `${'Donaudampfschifffahrtsgesellschaft'.repeat(2)} 河畔小学`

const subject = (
  otherwise: { subject_name?: string; is_manager?: boolean; is_frozen?: number; identity_id?: string } = {},
) => ({
  subject_uid: 'inner-1',
  sec_subject_uid,
  subject_name: 'Riverside School',
  identity_id: 'B'.repeat(22),
  deputy_name: 'user-bcdfghjk',
  is_manager: true,
  is_frozen: 0,
  ...otherwise,
})

const actIn = (browser: AppBrowser, { permissions = [...permissionNames], ...otherwise }: Acting = {}) => {
  const infos = {
    base_infos: { short_name: 'Riverside', region: 'CN', website: 'https://riverside.example' },
    detail_infos: { contact_name: 'Ann' },
  }
  const roles = otherwise.is_manager === false ? [{ role_key: 'clerk', role_name: 'Clerk of the school' }] : []
  browser.fake.answer('subjectInfo', actingAs({ ...subject(otherwise), ...infos }, { roles, permissions }))
}

interface Acting {
  permissions?: (typeof permissionNames)[number][]
  subject_name?: string
  is_manager?: boolean
}

/** A page of an organisation, for somebody who may do everything unless said otherwise. */
const inside =
  (below: string, otherwise: Acting = {}): Reach =>
  async (browser) => {
    await signIn(browser)
    actIn(browser, otherwise)
    await browser.open(home + below)
  }

const listed =
  (subjects: ReturnType<typeof subject>[], hasMore = false): Reach =>
  async (browser) => {
    await signIn(browser)
    browser.fake.answer('listSubjects', done({ subjects, has_more: hasMore }))
    browser.fake.answer('myInvitations', done({ invitations: [] }))
    browser.fake.answer('joinableSubjects', done({ subjects: [] }))
    await browser.open('/settings/organisations')
  }

const choosing =
  (subjects: ReturnType<typeof subject>[]): Reach =>
  async (browser) => {
    await signIn(browser)
    browser.fake.answer('subjectLoginList', done({ subjects, has_more: false, acting: null }))
    await browser.open('/login/organisation?next=/settings/profile')
  }

const several = [
  subject(),
  subject({ subject_name: longName, is_manager: false, identity_id: 'D'.repeat(22) }),
  subject({ subject_name: 'Orchard', is_manager: false, is_frozen: 1, identity_id: 'E'.repeat(22) }),
]

const values = { name: longName, website: 'https://riverside.example/a/long/path/to/a/page', permissions: ['log.read'] }

const logPage =
  (query: string, entries: number = organisationActs.length, keys: { newer?: string; older?: string } = {}): Reach =>
  async (browser) => {
    await signIn(browser)
    actIn(browser, { subject_name: longName })
    const shown = organisationActs.slice(0, entries).map((kind, nth) => ({
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
    browser.fake.answer('listSubjectLog', done({ entries: shown, ...keys, kept_days: 365, time_zone: 'Asia/Shanghai' }))
    await browser.open(`${home}/log${query}`)
  }

const named =
  (by: 'mobile' | 'email'): Reach =>
  async (browser) => {
    await browser.open('/login/register/organisation')
    await browser.send({ subject_name: longName, by })
  }

const coded =
  (by: 'mobile' | 'email'): Reach =>
  async (browser) => {
    browser.fake.answer('sendCode', smsSent())
    browser.fake.answer('sendEmailCode', emailSent())
    await named(by)(browser)
    await browser.send(by === 'mobile' ? mobile : email)
  }

const taken =
  (by: 'mobile' | 'email'): Reach =>
  async (browser) => {
    await coded(by)(browser)
    const bound = refuse('already_registered', { field: by, ticket })
    browser.fake.answer('createSubjectByMobile', bound)
    browser.fake.answer('createSubjectByEmail', bound)
    await browser.send({ ...code, password })
  }

const register = '/login/register/organisation'

export const organisationStates: States = {
  [register]: {
    'register with an organisation': opened(register),
    'register with an organisation, empty': refusedEmpty(register),
  },
  [`${register}/mobile`]: {
    'register with an organisation by mobile': named('mobile'),
    'register with an organisation by mobile, empty': async (browser) => {
      await named('mobile')(browser)
      await browser.send()
      refused(browser)
    },
  },
  [`${register}/email`]: { 'register with an organisation by email': named('email') },
  [`${register}/mobile/code`]: { 'register with an organisation by mobile, code': coded('mobile') },
  [`${register}/email/code`]: { 'register with an organisation by email, code': coded('email') },
  [`${register}/mobile/existing`]: { 'register with an organisation, mobile has an account': taken('mobile') },
  [`${register}/email/existing`]: { 'register with an organisation, email has an account': taken('email') },
  '/login/organisation': {
    'choose an organisation': choosing(several),
    'choose an organisation, none': choosing([]),
    'choose an organisation, nothing chosen': async (browser) => {
      await choosing(several)(browser)
      await browser.send()
      refused(browser)
    },
  },
  '/settings/organisations': { organisations: listed(several, true), 'organisations, none': listed([]) },
  '/settings/organisations/new': {
    'create an organisation': async (browser) => {
      await signIn(browser)
      await browser.open('/settings/organisations/new?subject_name=Orchard')
    },
  },
  [home]: {
    'an organisation, as its manager': inside(''),
    'an organisation, as a member': inside('', { is_manager: false, permissions: [] }),
    'an organisation, just created': async (browser) => {
      await coded('mobile')(browser)
      const created = { subject_uid: 'inner-1', sec_subject_uid, identity_id: 'B'.repeat(22) }
      browser.fake.answer('createSubjectByMobile', done({ ...signedIn(true).data, ...created }))
      actIn(browser, { subject_name: longName })
      await browser.send(code)
      told(browser)
    },
  },
  [`${home}/details`]: { 'the details of an organisation': inside('/details', { subject_name: longName }) },
  [`${home}/log`]: {
    'the log of an organisation': logPage('', organisationActs.length, { newer: 'newer', older: 'older' }),
    'the log of an organisation, filtered': logPage(
      `?kind=organisation_updated&since=2026-01-02&actor=${'B'.repeat(22)}`,
    ),
    'the log of an organisation, nothing found': logPage('?since=2026-01-02&until=2026-01-03', 0),
    'the log of an organisation, a day that is none': logPage('?since=2026-01-02&until=2026', 0),
    'the log of an organisation, empty': logPage('', 0),
  },
}
