import { type Client, createClient } from '#contract/client'
import { emailPurpose } from '#contract/terms/purposes'
import { CookieJar } from '#contract/wire/cookie-jar'
import type { Application } from '#contract/wire/signing'
import { messagesTo } from '../../testing/deployment/outbox'

/** The account API of a local deployment. */
export interface Place {
  baseUrl: string
  application: Application
}

/** The people to create. The domain is reserved (RFC 2606), so messages to them never reach anybody. */
const manager = { name: 'Ann', email: 'ann@people.example' }
const invited = [
  { name: 'Ben', email: 'ben@people.example', role: 'administrator' },
  { name: 'Cleo', email: 'cleo@people.example', role: undefined },
]
export const people = [
  { ...manager, is: 'manager' },
  ...invited.map(({ name, email, role }) => ({ name, email, is: role ? 'deputy' : 'member' })),
]
export const organisation = 'Orchard'

/** Why the people could not be made, in one line. */
export class NotMade extends Error {
  override name = 'NotMade'
}

/** The data of an answer. @throws NotMade when it is a failure */
const must = <Data>(what: string, answer: { ok: true; data: Data } | { ok: false; code: string }): Data => {
  if (answer.ok) return answer.data
  throw new NotMade(`${what}: the account API answered ${answer.code}.`)
}

/** Each person has their own address, because an attempt at a missing account counts against the address. */
const strangerAt = ({ baseUrl, application }: Place, email: string): Client => {
  const clientAddress = `127.0.0.${2 + people.findIndex((person) => person.email === email)}`
  return createClient(
    { baseUrl, application },
    { variant: 'web', jar: new CookieJar(), language: 'en', clientAddress, userAgent: 'npm run dev' },
  )
}

/** The newest code to an address, which a local deployment shows on this machine. */
const codeTo = async ({ baseUrl }: Place, email: string): Promise<string> => {
  const messages = await messagesTo(baseUrl, email).catch((error: Error) => {
    throw new NotMade(error.message)
  })
  const code = messages.find((message) => message.code)?.code
  if (code) return code
  throw new NotMade(`There is no code to ${email} in /outbox.`)
}

/** Signs one of the people in. Registers the person first if no account exists. */
export const signIn = async (place: Place, email: string, password: string): Promise<Client> => {
  const client = strangerAt(place, email)
  const answer = await client.accountLoginV2({ account: email, password })
  if (answer.ok) return client
  if (answer.code !== 'wrong_credentials') must(`Signing in ${email}`, answer)
  must(`Sending a code to ${email}`, await client.sendEmailCode({ email, type: emailPurpose.register }))
  const registered = await client.registerByEmail({ email, code: await codeTo(place, email), password })
  if (!registered.ok && registered.code === 'already_registered')
    throw new NotMade(`${email} is there with another password. Start with another DATA_DIR.`)
  must(`Registering ${email}`, registered)
  return client
}

/** The id of a person's organisation. Undefined: none. */
const placeOf = async (client: Client): Promise<string | undefined> => {
  const { subjects } = must('Listing organisations', await client.listSubjects({ page: 1, page_size: 20 }))
  return subjects.find(({ subject_name }) => subject_name === organisation)?.sec_subject_uid
}

/** Makes a manager, an administrator and a member of one organisation, by calls of the contract. Existing people stay. */
export const makePeople = async (place: Place, password: string): Promise<void> => {
  const owner = await signIn(place, manager.email, password)
  const sec_subject_uid =
    (await placeOf(owner)) ??
    must('Creating an organisation', await owner.createSubject({ subject_name: organisation })).sec_subject_uid
  for (const { name, email, role } of invited) {
    const invitee = await signIn(place, email, password)
    if (await placeOf(invitee)) continue
    const offer = { sec_subject_uid, email, deputy_name: name, ...(role && { role_key: role }) }
    const sent = await owner.inviteByEmail(offer)
    if (!sent.ok && sent.code !== 'already_invited') must(`Inviting ${email}`, sent)
    const { invitations } = must('Listing invitations', await invitee.myInvitations({}))
    const invite_id = invitations.find(({ subject_name }) => subject_name === organisation)?.invite_id
    must(`Accepting the invitation of ${email}`, await invitee.acceptInvitation({ invite_id }))
  }
}
