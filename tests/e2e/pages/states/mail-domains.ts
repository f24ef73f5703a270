import { done, refuse } from '../../../../contract/server'
import { actingAs, subjectId } from '../../../app/answers'
import type { AppBrowser } from '../app-browser'
import { accounts, day, longName, type Reach, refused, type States, signIn, told } from './state'

const home = `/settings/organisations/${subjectId}`
const name = `${'donaudampfschifffahrt.'.repeat(3)}school.example`

const role = {
  role_key: 'desk',
  role_name: longName,
  description: '',
  permissions: ['log.read' as const],
  is_banned: 0,
  is_built_in: false,
}

const unproven = {
  domain: name,
  record_name: `_organisation.${name}`,
  record_value: `organisation-proof=${'aB3-_'.repeat(4)}xy`,
  proven_since: null,
  seen_at: null,
  missing_since: null,
  ends_at: null,
  joining: 'off' as const,
  role: null,
  gives_role: false,
}
const proven = { ...unproven, proven_since: day, seen_at: day }
const open = { ...proven, joining: 'join' as const, role: { role_key: 'desk', role_name: longName }, gives_role: true }
const missing = { ...open, gives_role: false, missing_since: day, ends_at: day }
const other = { ...proven, domain: 'school.example', joining: 'invited' as const }

type Domain = typeof unproven | typeof proven | typeof open | typeof missing | typeof other

const begin = async (browser: AppBrowser, domains: Domain[]): Promise<void> => {
  await signIn(browser)
  const subject_name = 'Riverside School of Music and Everything Else'
  browser.fake.answer('subjectInfo', actingAs({ subject_name }))
  browser.fake.answer('listRoles', done({ roles: [role] }))
  browser.fake.answer('listDomains', done({ domains }))
}

const at =
  (below: string, domains: Domain[]): Reach =>
  async (browser) => {
    await begin(browser, domains)
    await browser.open(home + below)
  }

const joinable =
  (joining: 'invited' | 'join', answer?: 'refused'): Reach =>
  async (browser) => {
    await signIn(browser, accounts.both)
    const subject = { sec_subject_uid: subjectId, subject_name: longName, domain: name, joining, role: open.role }
    browser.fake.answer('listSubjects', done({ subjects: [], has_more: false }))
    browser.fake.answer('myInvitations', done({ invitations: [] }))
    browser.fake.answer('joinableSubjects', done({ subjects: [subject] }))
    await browser.open('/settings/organisations')
    if (!answer) return
    browser.fake.answer('joinSubject', refuse('not_joinable', {}))
    browser.fake.answer('joinableSubjects', done({ subjects: [] }))
    await browser.send({ join: subjectId })
    refused(browser)
  }

export const mailDomainStates: States = {
  '/settings/organisations': {
    'an organisation to join by a mail domain': joinable('join'),
    'an organisation to be invited to by a mail domain': joinable('invited'),
    'an organisation that cannot be joined any more': joinable('join', 'refused'),
  },
  [`${home}/domains`]: {
    'mail domains': at('/domains', [unproven, { ...open, domain: 'example.org' }, missing, other]),
    'mail domains, none': at('/domains', []),
    'mail domains, a public one': async (browser) => {
      await at('/domains', [])(browser)
      browser.fake.answer('addDomain', refuse('domain_is_public', {}))
      await browser.send({ domain: 'qq.com' })
      refused(browser)
    },
  },
  [`${home}/domains/${name}`]: {
    'a mail domain, not proven': at(`/domains/${name}`, [unproven]),
    'a mail domain, the record has another value': async (browser) => {
      await at(`/domains/${name}`, [unproven])(browser)
      browser.fake.answer('checkDomain', refuse('domain_not_proven', { reason: 'wrong_value' }))
      await browser.send()
      refused(browser)
    },
    'a mail domain, just proven': async (browser) => {
      await at(`/domains/${name}`, [proven])(browser)
      browser.fake.answer('checkDomain', done({ domain: proven }))
      await browser.press('check')
      told(browser)
    },
    'a mail domain that people join by': at(`/domains/${name}`, [open]),
    'a mail domain whose record is missing': at(`/domains/${name}`, [missing]),
  },
  [`${home}/domains/${name}/remove`]: { 'a mail domain, remove?': at(`/domains/${name}/remove`, [open]) },
}
