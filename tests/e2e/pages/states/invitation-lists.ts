import { type BatchState, lineStates } from '../../../../contract/invitation-batches'
import { invitationStates } from '../../../../contract/invitations'
import { done, refuse } from '../../../../contract/server'
import { actingAs, invitationOf, subjectId } from '../../../app/answers'
import type { AppBrowser } from '../app-browser'
import { day, longName, masked, type Reach, refused, type States, signIn, told } from './state'

const idOf = (letter: string): string => letter.repeat(22)
const [batch_id, invite_id] = [idOf('b'), idOf('v')]
const path = `/settings/organisations/${subjectId}/invitations`
const reportPath = `${path}/batches/${batch_id}`
const role = { role_key: 'desk', role_name: longName }

const batchIn = (state: BatchState) => ({
  batch_id,
  state,
  lines: 10_000,
  checked: state === 'checking' ? 400 : 10_000,
  role,
  note: 'See you on Monday\nat the gate',
  days: 7,
  inviter_name: longName,
  created_at: day,
})

/** A line of every kind, and one for each state of an invitation. */
const lines = [...lineStates, ...invitationStates].map((state, nth) => {
  const ofInvitation = invitationStates.find((each) => each === state)
  const isRead = state !== 'wrong_form'
  return {
    number: nth + 1,
    state: lineStates.find((each) => each === state) ?? 'invited',
    channel: isRead ? ('mobile' as const) : null,
    address: isRead ? masked.mobile : '',
    typed: isRead ? '' : `=cmd|' /C calc'!A0<b>${longName}`,
    deputy_name: nth % 3 === 0 ? longName : '',
    role: nth % 4 === 0 ? role : null,
    same_as: state === 'twice' ? 1 : null,
    invitation: ofInvitation ? { invite_id, state: ofInvitation } : null,
  }
})

const counts = {
  lines: Object.fromEntries(lineStates.map((state, nth) => [state, (nth + 1) * 111])),
  invitations: Object.fromEntries(invitationStates.map((state, nth) => [state, nth + 1])),
}

const report = (state: BatchState, shown = lines, counted: object = counts.lines) =>
  done({
    batch: batchIn(state),
    counts: { lines: counted, invitations: state === 'done' ? counts.invitations : {} },
    lines: shown,
    next: '0'.repeat(32),
  })

/** Signed in as the manager of an organisation. */
const begin = async (browser: AppBrowser) => {
  await signIn(browser)
  const { fake } = browser
  fake.answer('subjectInfo', actingAs({ subject_name: 'Riverside School' }))
  const held = { description: '', permissions: [], is_banned: 0 }
  const administrator = { ...held, role_key: 'administrator', role_name: '', is_built_in: true }
  fake.answer('listRoles', done({ roles: [administrator, { ...held, ...role, is_built_in: false }] }))
  const batches = (['sending', 'stopped'] as const).map(batchIn)
  fake.answer('listInvitationBatches', done({ batches, next: '0'.repeat(32) }))
}

const many: Reach = async (browser) => {
  await begin(browser)
  await browser.open(`${path}/many`)
}

const reported =
  (answer: ReturnType<typeof report>): Reach =>
  async (browser) => {
    await begin(browser)
    browser.fake.answer('invitationBatch', answer)
    await browser.open(reportPath)
  }

const sent: Reach = async (browser) => {
  await reported(report('checked'))(browser)
  browser.fake.answer('sendInvitationBatch', done({ people: 222 }))
  browser.fake.answer('invitationBatch', report('sending'))
  await browser.send()
  told(browser)
}

const oneLink: Reach = async (browser) => {
  await begin(browser)
  const invitation = invitationOf({ channel: 'link', address: '', deputy_name: '', role, places: 20, places_left: 12 })
  const link = `https://accounts.example.com/login/invitation?invite_ticket=${idOf('t')}`
  browser.fake.answer('invitationInfo', done({ invitation, link }))
  await browser.open(`${path}/${invite_id}`)
}

export const invitationListStates: States = {
  [`${path}/many`]: {
    'invite many': many,
    'invite many, empty': async (browser) => {
      await many(browser)
      await browser.send()
      refused(browser)
    },
    'invite many, refused': async (browser) => {
      await many(browser)
      const refusal = { reason: 'open_quote' as const, line: 7, most: 10_000 }
      browser.fake.answer('createInvitationBatch', refuse('invitation_list_refused', refusal))
      await browser.send({ addresses: `Bo <bo@example.com>\n${longName.repeat(3)}@example.com` })
      refused(browser)
    },
  },
  [reportPath]: {
    'a list, being checked': reported(report('checking', [], {})),
    'a list, checked': reported(report('checked')),
    'a list, nobody to invite': reported(report('checked', lines.slice(6, 9), { twice: 1, wrong_form: 2 })),
    'a list, just sent': sent,
    'a list, done': reported(report('done')),
    'a list, stopped': reported(report('stopped')),
    'a list, too many people': async (browser) => {
      await reported(report('checked'))(browser)
      const refusal = { most: 10_000, left: 12, retry_after: 7200 }
      browser.fake.answer('sendInvitationBatch', refuse('too_many_invitations', refusal))
      await browser.send()
      refused(browser)
    },
  },
  [`${path}/${invite_id}`]: { 'a link to hand over, with its QR code': oneLink },
}
