import decodeQr from 'qr/decode.js'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { qrPicture } from '../../../app/pictures/qr-picture.server'
import * as qr from '../../../app/routes/settings/organisations/$subject/invitations/$invitation/qr/route'
import * as file from '../../../app/routes/settings/organisations/$subject/invitations/batches/$batch/file/route'
import * as batch from '../../../app/routes/settings/organisations/$subject/invitations/batches/$batch/route'
import * as many from '../../../app/routes/settings/organisations/$subject/invitations/many/route'
import type { LineState } from '../../../contract/invitation-batches'
import { done, refuse } from '../../../contract/server'
import { actingAs, invitationOf, subjectId as uid } from '../answers'
import { errorsAt, type Fields, withFakeAccountApi } from '../browser'
import { signedInBrowser } from '../person'

const fake = withFakeAccountApi()
const [batch_id, invite_id] = ['b'.repeat(22), 'v'.repeat(22)]
const path = `/settings/organisations/${uid}/invitations`
const inSubject = { params: { subject: uid } }
const thisBatch = { params: { subject: uid, batch: batch_id } }
const at = '2030-01-02T03:04:05.000Z'

const browserOf = async (...otherwise: Parameters<typeof actingAs>) => {
  const browser = await signedInBrowser(fake)
  fake.answer('subjectInfo', actingAs(...otherwise))
  return browser
}

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

const send = async (fields: Fields) => {
  const browser = await browserOf()
  fake.answer('createInvitationBatch', made())
  return browser.send(many, `${path}/many`, { ...common, addresses: '', ...fields }, inSubject)
}

describe('a list of people to invite', () => {
  it('happy: pasted lines and a file lead to the report', async () => {
    const pasted = await send({ addresses: 'Bo <bo@example.com>\r\n13800000001' })
    expect(pasted.location).toBe(`${path}/batches/${batch_id}`)
    const uploaded = await send({ file: csv('\ufeffaddress;role\nbo@example.com;李') })
    expect(uploaded.location).toBe(`${path}/batches/${batch_id}`)
    const offer = { sec_subject_uid: uid, region: 'CN', role_key: 'clerk', note: 'See you', days: '14' }
    const inputs = fake.inputsOf('createInvitationBatch')
    expect(inputs.slice(-2)).toEqual([
      expect.objectContaining({ ...offer, days: expect.anything(), format: 'lines' }),
      expect.objectContaining({ format: 'csv', list: 'address;role\nbo@example.com;李' }),
    ])
  })

  it.each([
    ['nothing', {}, 'addresses'],
    ['both', { addresses: 'bo@example.com', file: csv('x') }, 'file'],
    ['control characters', { addresses: 'bo@example.com\u0000' }, 'addresses'],
    ['too much text', { addresses: 'x'.repeat(256 * 1024 + 1) }, 'addresses'],
    ['a file that is too large', { file: csv('x'.repeat(2 * 1024 * 1024 + 1)) }, 'file'],
    ['a file in another encoding', { file: csv(new Uint8Array([0xc0, 0xee, 0xb2, 0xa9])) }, ''],
    ['a picture', { file: csv(new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0])) }, ''],
    ['a file with NUL', { file: csv('bo@example.com\0') }, ''],
  ])('error: %s comes back with a reason, and what was pasted', async (_what, fields, field) => {
    const before = fake.inputsOf('createInvitationBatch').length
    const landed = await send(fields)
    expect(landed.status).toBe(422)
    expect(errorsAt(landed, field)).not.toEqual([])
    const { addresses } = fields as { addresses?: string }
    expect((landed.data as { initialValue: Record<string, string> }).initialValue.addresses).toBe(addresses)
    expect(fake.inputsOf('createInvitationBatch')).toHaveLength(before)
  })

  it('error: a body that was cut off says how large a file may be', async () => {
    const browser = await browserOf()
    const landed = await browser.send(many, `${path}/many`, {}, { ...inSubject, context: { cutOff: true } })
    expect(landed.status).toBe(413)
    expect(errorsAt(landed, 'file')[0]).toContain('2\u00A0MB')
  })

  it.each([
    ['too_many_lines', '10000'],
    ['open_quote', 'line 7'],
    ['empty', 'empty'],
  ] as const)('error: %s is told, and the pasted text stays', async (reason, told) => {
    const browser = await browserOf()
    fake.answer('createInvitationBatch', refuse('invitation_list_refused', { reason, line: 7, most: 10_000 }))
    const addresses = 'bo@example.com\r\nli@example.com'
    const landed = await browser.send(many, `${path}/many`, { ...common, addresses }, inSubject)
    expect(errorsAt(landed, '')[0]).toContain(told)
    expect(landed.data).toMatchObject({ initialValue: { addresses } })
  })

  it('security: nobody without the permission opens the form', async () => {
    const browser = await browserOf({ is_manager: false }, { permissions: ['invitation.read'] })
    expect(await browser.open(many, `${path}/many`, inSubject)).toMatchObject({ status: 403 })
  })
})

describe('the report of a list', () => {
  const reportPath = `${path}/batches/${batch_id}`

  it('happy: shows the lines of the state that the URL asks for, and the button sends', async () => {
    const browser = await browserOf()
    fake.answer('invitationBatch', report([line(1, 'new')]))
    await browser.open(batch, `${reportPath}?state=new&after=${'0'.repeat(32)}`, thisBatch)
    await browser.open(batch, `${reportPath}?state=odd&after=odd`, thisBatch)
    const asked = { sec_subject_uid: uid, batch_id, page_size: 50 }
    expect(fake.inputsOf('invitationBatch')).toMatchObject([
      { ...asked, state: 'new', after: '0'.repeat(32) },
      { ...asked },
    ])
    fake.answer('sendInvitationBatch', done({ people: 1 }))
    const sent = await browser.send(batch, reportPath, {}, thisBatch)
    expect(sent.location).toBe(`${reportPath}?notice=invitation_list_sent`)
  })

  it('error: too many people in a day are told with what is left', async () => {
    const browser = await browserOf()
    fake.answer('sendInvitationBatch', refuse('too_many_invitations', { most: 10_000, left: 12, retry_after: 7200 }))
    const landed = await browser.send(batch, reportPath, {}, thisBatch)
    expect(errorsAt(landed, '')[0]).toMatch(/10000.*12 more can be invited.*2\u00A0hours/)
  })

  it('security: one of another organisation is not there', async () => {
    const browser = await browserOf()
    fake.answer('invitationBatch', refuse('no_such_batch', {}))
    expect(await browser.open(batch, reportPath, thisBatch)).toMatchObject({ status: 404 })
    expect(await browser.open(file, `${reportPath}/file`, thisBatch)).toMatchObject({ status: 404 })
  })

  it('security: the file has every line, no formula and no address that is not masked', async () => {
    const browser = await browserOf()
    const first = [line(1, 'invited', { invitation: { invite_id, state: 'accepted' }, deputy_name: '=cmd|calc!A1' })]
    const rest = [line(2, 'wrong_form', { typed: "@SUM(1)\u202e'", address: '' }), line(3, 'twice', { same_as: 1 })]
    const next = '0'.repeat(31).concat('1')
    fake.answer('invitationBatch', ({ input }) => (input.after === next ? report(rest) : report(first, { next })))
    const { data, headers } = await browser.open(file, `${reportPath}/file`, thisBatch)
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

describe('the QR code of a link', () => {
  const qrPath = `${path}/${invite_id}/qr`
  const thisOne = { params: { subject: uid, invitation: invite_id } }
  const link = `https://accounts.example.com/login/invitation?invite_ticket=${'t'.repeat(22)}`
  const info = (shown: string | null) =>
    done({ invitation: invitationOf({ channel: 'link', address: '', places: 5, places_left: 5 }), link: shown })

  it.each([link, `https://${'a-long-name.'.repeat(15)}example.com/login/invitation?invite_ticket=x`])(
    'happy: a decoder that did not draw it reads %s',
    async (text) => {
      const { media_type, bytes } = qrPicture(text)
      expect(media_type).toBe('image/png')
      expect(bytes.length).toBeLessThan(3000)
      const { data, info: size } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
      expect(decodeQr({ width: size.width, height: size.height, data: new Uint8Array(data) })).toBe(text)
    },
  )

  it('security: is there for those who may see the link, is kept nowhere, and can do nothing', async () => {
    const browser = await browserOf()
    fake.answer('invitationInfo', info(link))
    const { status, headers } = await browser.open(qr, qrPath, thisOne)
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([200, 'image/png', 'no-store'])
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
    fake.answer('invitationInfo', info(null))
    expect(await browser.open(qr, qrPath, thisOne)).toMatchObject({ status: 404 })
  })
})
