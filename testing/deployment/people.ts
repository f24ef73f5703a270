import type { Cookie } from '../robot/cookies'
import type { Page, Robot } from '../robot/robot'
import { goodPassword, newEmail, newMobile } from './identities'

export interface PersonOptions {
  /** In E.164, such as +8613800000001. `true`: a new one. Default: a new one, unless an email is given. */
  mobile?: string | true
  /** `true`: a new one. */
  email?: string | true
  password?: string
  /** The name that others see. */
  name?: string
}

/** A person with an account, who is signed in at their own browser: the robot. */
export interface Person {
  /** The identifier that signs in with the password: the mobile, otherwise the email. */
  identifier: string
  mobile: string | undefined
  email: string | undefined
  password: string
  name: string | undefined
  robot: Robot
}

export interface OrganisationOptions {
  name?: string
}

export interface Organisation {
  /** Its public id, as in the addresses of its pages. */
  id: string
  name: string
  url: string
}

/** Where people are made. */
export interface Place {
  url: string
  /** A fresh browser with its own client address. */
  robot(): Robot
  lastCode(to: string): Promise<string>
}

/** @throws Error with the text of the page if it is not the expected next one */
const expectPage = (page: Page, path: RegExp, what: string): void => {
  if (page.status < 400 && path.test(page.path)) return
  throw new Error(`${what}: ${page.url} answered ${page.status}. ${page.errors.join(' ') || page.text.slice(0, 300)}`)
}

/** The path of the registration form, by the kind of address. */
const registrationOf = ({ mobile, email }: Pick<Person, 'mobile' | 'email'>): string => {
  if (mobile !== undefined && email !== undefined) return '/login/register/both'
  return mobile === undefined ? '/login/register/email' : '/login/register'
}

/** Registers a person on the pages, and sets their name if given. */
export const register = async (place: Place, options: PersonOptions = {}): Promise<Person> => {
  const email = options.email === true ? newEmail() : options.email
  const isByEmail = email !== undefined && options.mobile === undefined
  const mobile = typeof options.mobile === 'string' ? options.mobile : isByEmail ? undefined : newMobile()
  const { password = goodPassword, name } = options
  const identifier = mobile ?? email ?? ''
  const robot = place.robot()
  const registration = registrationOf({ mobile, email })
  await robot.open(registration)
  const sent = await robot.send({ ...(mobile !== undefined && { mobile }), ...(email !== undefined && { email }) })
  expectPage(sent, /\/code$/, `Sending a code to ${identifier}`)
  const code = await place.lastCode(identifier)
  const isByBoth = mobile !== undefined && email !== undefined
  const codes = isByBoth ? { code, email_code: await place.lastCode(email) } : { code }
  expectPage(await robot.send({ ...codes, password }), /^\/settings$/, `Registering ${identifier}`)
  if (name !== undefined) {
    await robot.open('/settings/profile')
    expectPage(await robot.send({ name }), /^\/settings\/profile$/, `Naming ${identifier}`)
    if (robot.page.errors.length > 0) throw new Error(`Naming ${identifier}: ${robot.page.errors.join(' ')}`)
  }
  return { identifier, mobile, email, password, name, robot }
}

/** Creates an organisation managed by a person, through its page. */
export const create = async (
  { url }: Pick<Place, 'url'>,
  manager: Person,
  { name = 'Orchard' }: OrganisationOptions = {},
): Promise<Organisation> => {
  const { robot } = manager
  await robot.open('/settings/organisations/new')
  const fields = { subject_name: name, ...(manager.name === undefined && { deputy_name: 'Ann' }) }
  const page = await robot.send(fields)
  const [, id = ''] = /^\/settings\/organisations\/([^/]+)$/.exec(page.path) ?? []
  if (id === 'new' || id === '') expectPage(page, /^never$/, `Making the organisation ${name}`)
  return { id, name, url: new URL(page.path, url).href }
}

/** The cookies of a person's browser, in the format of Playwright's `context.addCookies`. */
export const cookiesFor = ({ robot }: Pick<Person, 'robot'>): Cookie[] => robot.cookies
