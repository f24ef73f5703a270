import decodeQr from 'qr/decode.js'
import sharp from 'sharp'
import { beforeEach, describe, expect, it } from 'vitest'
import type { LineState } from '#contract/organisations/invitations/invitation-batches'
import { done, invitationOf, refuse, subjectId as uid } from '#tests/app/browser/answers'
import { errorsAt, type Fields, withFakeAccountApi } from '#tests/app/browser/browser'
import { qrPicture } from '~/features/pictures/qr-picture.server'
import { actAs, withActing } from './acting'
import { roleOf } from './answers'

const fake = withFakeAccountApi()
const browser = withActing(fake)
const [batch_id, invite_id] = ['b'.repeat(22), 'v'.repeat(22)]
const path = `/settings/organisations/${uid}/invitations`
const at = '2030-01-02T03:04:05.000Z'

const made = () => done({ batch_id, lines: 2 })

const line = (number: number, state: LineState, otherwise: object = {}) => ({
  number,
  state,
  channel: 'email' as const,
  address: 'b***@example.com',
  typed: '',
  deputy_name: '',
  role: null,
  same_as: null,
  invitation: null,
  ...otherwise,
})

const report = (lines: ReturnType<typeof line>[], otherwise: object = {}) =>
  done({
    batch: {
      batch_id,
      state: 'checked' as const,
      lines: lines.length,
      checked: lines.length,
      role: null,
      note: '',
      days: 7,
      inviter_name: 'ann',
      created_at: at,
    },
    counts: { lines: { new: 1 }, invitations: {} },
    lines,
    next: null,
    ...otherwise,
  })

const csv = (content: string | Uint8Array<ArrayBuffer>) => new File([content], 'people.csv')
const common = { region: 'CN', role_key: 'clerk', note: ' See you ', days: '14' }

const send = (fields: Fields) => {
  fake.answer('createInvitationBatch', made())
  return browser.submit(`${path}/many`, { ...common, addresses: '', ...fields })
}

describe('a list of people to invite', () => {
  it('happy: pasted lines and a file redirect to the report', async () => {
    const pasted = await send({ addresses: 'Bo <bo@example.com>\r\n13800000001' })
    expect(pasted.location).toBe(`${path}/batches/${batch_id}`)
    const uploaded = await send({ file: csv('\ufeffaddress;role\nbo@example.com;李') })
    expect(uploaded.location).toBe(`${path}/batches/${batch_id}`)
    const offer = { sec_subject_uid: uid, region: 'CN', role_key: 'clerk', note: 'See you' }
    const inputs = fake.inputsOf('createInvitationBatch')
    expect(inputs.slice(-2)).toEqual([
      expect.objectContaining({ ...offer, days: 14, format: 'lines', list: 'Bo <bo@example.com>\r\n13800000001' }),
      expect.objectContaining({ format: 'csv', list: 'address;role\nbo@example.com;李' }),
    ])
  })

  it('error: a truncated body says how large a file may be', async () => {
    const landed = await browser.submit(`${path}/many`, {}, { context: { cutOff: true } })
    expect(landed.status).toBe(413)
    expect(errorsAt(landed, 'file')[0]).toContain('2\u00A0MB')
  })
})

describe('the report of a list', () => {
  const reportPath = `${path}/batches/${batch_id}`

  it('happy: the report shows the lines in the state that the URL names, and the button sends them', async () => {
    fake.answer('invitationBatch', report([line(1, 'new')]))
    await browser.visit(`${reportPath}?state=new&after=${'0'.repeat(32)}`)
    await browser.visit(`${reportPath}?state=odd&after=odd`)
    const asked = { sec_subject_uid: uid, batch_id, page_size: 50 }
    expect(fake.inputsOf('invitationBatch')).toMatchObject([{ ...asked, state: 'new', after: '0'.repeat(32) }, asked])
    fake.answer('sendInvitationBatch', done({ people: 1 }))
    expect((await browser.submit(reportPath)).location).toBe(`${reportPath}?notice=invitation_list_sent`)
  })

  it('happy: lines to correct come first, wherever they are, and a pending check is announced with its reason', async () => {
    const bad = line(90, 'wrong_form', { typed: 'who?', address: '' })
    const counts = { lines: { new: 60, wrong_form: 1 }, invitations: {} }
    fake.answer('invitationBatch', ({ input }) =>
      report(input.state === 'wrong_form' ? [bad] : [line(1, 'new', { deputy_name: 'Bo' }), bad], {
        ...{ counts, asks_check: true },
      }),
    )
    const main = await browser.mainAt(reportPath)
    expect(main.match(/who\?|<bdi>Bo/g)).toEqual(['who?', '<bdi>Bo'])
    expect(main).toContain('because your account has no mobile number')
  })

  it('happy: before sending, the report says if more people are listed by SMS than can be invited now', async () => {
    const sms = { most: 10, left: 4, raises: [] }
    fake.answer('listInvitationChannels', done({ channels: ['mobile'], sms }))
    fake.answer('invitationBatch', report([line(1, 'new')], { new_by_sms: 5 }))
    expect(await browser.mainAt(reportPath)).toMatch(/5\speople are to be invited by SMS, and 4\scan be now/)
    fake.answer('invitationBatch', report([line(1, 'new')], { new_by_sms: 4 }))
    expect(await browser.mainAt(reportPath)).not.toContain('can be now')
  })

  it('security: the downloaded report has every line, no formula, and only masked addresses', async () => {
    const first = [line(1, 'invited', { invitation: { invite_id, state: 'accepted' }, deputy_name: '=cmd|calc!A1' })]
    const rest = [line(2, 'wrong_form', { typed: "@SUM(1)\u202e'", address: '' }), line(3, 'twice', { same_as: 1 })]
    const next = '0'.repeat(31).concat('1')
    fake.answer('invitationBatch', ({ input }) => (input.after === next ? report(rest) : report(first, { next })))
    const { data, headers } = await browser.visit(`${reportPath}/file`)
    expect(headers.get('content-disposition')).toBe('attachment; filename="invitations.csv"')
    expect(String(data).split('\r\n')).toEqual([
      '\ufeff"Line","Address","Name","Role","Result"',
      `"1","b***@example.com","'=cmd|calc!A1","","Accepted"`,
      `"2","'@SUM(1)\u202e'","","","Not a mobile number or an email"`,
      '"3","b***@example.com","","","Same address as line 1"',
      '',
    ])
  })
})

describe('correcting a list', () => {
  const refused = [
    line(5, 'no_such_role', { deputy_name: 'Cy', address: 'cy@example.com' }),
    line(2, 'wrong_form', { typed: 'Bo <1380013800>', address: '', channel: null }),
    line(3, 'bad_text', { address: 'bo@example.com' }),
    line(4, 'role_refused', { address: '' }),
  ]
  const counts = { lines: { new: 1, no_such_role: 1, wrong_form: 1, bad_text: 1, role_refused: 1 }, invitations: {} }
  const made = { role: { role_key: 'clerk', role_name: 'Clerk' }, note: 'See you', days: 14, region: 'GB' }
  const answer = (otherwise: object = {}) =>
    fake.answer('invitationBatch', ({ input }) => {
      const { data } = report(
        refused.filter(({ state }) => state === input.state),
        { counts, ...otherwise },
      )
      return done({ ...data, batch: { ...data.batch, ...made } })
    })

  beforeEach(() => {
    fake.answer('listInvitationBatches', done({ batches: [], next: null }))
    fake.answers({
      listInvitationChannels: done({ channels: ['mobile', 'email'] }),
      listRoles: done({ roles: [roleOf('clerk')] }),
    })
  })

  it('happy: a name in its own column is put before an invalid address', async () => {
    const typed = (text: string) =>
      line(2, 'wrong_form', { typed: text, address: '', channel: null, deputy_name: 'Bo' })
    for (const [text, shown] of [
      ['1380013800', 'Bo <1380013800>'],
      ['Cy <13>', 'Cy <13>'],
    ] as const) {
      fake.answer('invitationBatch', () =>
        report([typed(text)], { counts: { lines: { wrong_form: 1 }, invitations: {} } }),
      )
      const { data } = await browser.visit(`${path}/many?from=${batch_id}`)
      expect(data).toMatchObject({ refused: { values: { addresses: shown } } })
    }
  })

  it('happy: refused lines are in the form in their order, with the choices of the list', async () => {
    answer()
    const { data } = await browser.visit(`${path}/many?from=${batch_id}`)
    const values = { addresses: 'Bo <1380013800>\nbo@example.com\nCy <cy@example.com>', note: 'See you' }
    expect(data).toMatchObject({
      refused: { values: { ...values, role_key: 'clerk', region: 'GB', days: '14' }, shown: 3, left: 1 },
    })
    const page = await browser.mainAt(`${path}/many?from=${batch_id}`)
    expect(page).toContain('Bo &lt;1380013800&gt;\nbo@example.com\nCy &lt;cy@example.com&gt;</textarea>')
    expect(page).toMatch(/<option value="GB" selected=""/)
  })

  it('happy: the report links to the form only if a line can be corrected', async () => {
    answer()
    expect(await browser.mainAt(`${path}/batches/${batch_id}`)).toContain(`/many?from=${batch_id}`)
    answer({ counts: { lines: { new: 1, twice: 2 }, invitations: {} } })
    expect(await browser.mainAt(`${path}/batches/${batch_id}`)).not.toContain('?from=')
  })

  it.each([
    ['a number', '0138 0013', 'Not a mobile number in United Kingdom'],
    ['a number after a name', 'Bo <1380013800>', 'Not a mobile number in United Kingdom'],
    ['a number with its country code', '+86 1', 'Not a mobile number or an email'],
    ['a word', 'nobody', 'Not a mobile number or an email'],
  ])('happy: the report of %s says where it was read', async (_, typed, text) => {
    const { data } = report([line(1, 'wrong_form', { typed, address: '', channel: null })])
    fake.answer('invitationBatch', done({ ...data, batch: { ...data.batch, region: 'GB' } }))
    expect(await browser.mainAt(`${path}/batches/${batch_id}`)).toContain(text)
    expect(String((await browser.visit(`${path}/batches/${batch_id}/file`)).data)).toContain(text)
  })

  it.each(['x', batch_id])('error: from=%s without a matching list shows the usual form', async (from) => {
    fake.answer('invitationBatch', refuse('no_such_batch', {}))
    expect((await browser.visit(`${path}/many?from=${from}`)).data).not.toHaveProperty('refused')
  })

  it('security: a person who may invite but not see invitations gets no line of a list', async () => {
    actAs(fake, ['invitation.send'])
    answer()
    expect((await browser.visit(`${path}/many?from=${batch_id}`)).data).not.toHaveProperty('refused')
    expect(fake.inputsOf('invitationBatch')).toEqual([])
  })
})

describe('the QR code of a link', () => {
  const qrPath = `${path}/${invite_id}/qr`
  const link = `https://accounts.example.com/login/invitation?invite_ticket=${'t'.repeat(22)}`
  const info = (shown: string | null) =>
    done({ invitation: invitationOf({ channel: 'link', address: '', places: 5, places_left: 5 }), link: shown })

  it.each([link, `https://${'a-long-name.'.repeat(15)}example.com/login/invitation?invite_ticket=x`])(
    'happy: an independent decoder reads %s',
    async (text) => {
      const { media_type, bytes } = qrPicture(text)
      expect(media_type).toBe('image/png')
      expect(bytes.length).toBeLessThan(3000)
      const { data, info: size } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
      expect(decodeQr({ width: size.width, height: size.height, data: new Uint8Array(data) })).toBe(text)
    },
  )

  it('security: the QR code is shown only to those who may see the link, is not cached, and cannot run anything', async () => {
    fake.answer('invitationInfo', info(link))
    const { status, headers } = await browser.visit(qrPath)
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([200, 'image/png', 'no-store'])
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
    fake.answer('invitationInfo', info(null))
    expect(await browser.visit(qrPath)).toMatchObject({ status: 404 })
  })
})
