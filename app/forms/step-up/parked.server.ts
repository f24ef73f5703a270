import type { Args } from '~/runtime/load-context'
import { packed, unpacked } from '~/session/packed-fields.server'
import { keepWaitingForm, parkedCookieMaxLength, waitingForm } from '~/session/parked-cookie.server'
import { seal, unseal } from '~/session/seal.server'
import { visitor } from '~/session/visitor.server'
import type { FilesField, OpenedCaptcha, SecondVerification } from './step-up'

/** The input that opens challenges: the ticket of a decision, or its code if it has no ticket (spec section 8). */
export type Opening = { decision: string; subtype?: 'text' } | { code: number }

/** A decision, and its current challenge. */
export interface CaptchaRequirement {
  kind: 'captcha'
  /** By the decision, or by the key of a 2046 without ways. */
  opening: Opening
  /** The rejection when the dialog is closed (spec section 8). */
  rejection: Rejection
  challenge?: OpenedCaptcha
  /** The second verification that this captcha interrupted, with the fields that were posted for it. */
  within?: { requirement: SecondRequirement; sent: [string, string][] }
}

/** The description with which a closed dialog rejects: empty for a captcha, SECOND_VALID for a 2046. */
export type Rejection = '' | 'SECOND_VALID'

/** The key of a second verification, with its ways. */
export interface SecondRequirement extends Omit<SecondVerification, 'chosen'> {
  key: string
}

/** The step-up that a person has to complete before their form is retried. */
export type Requirement = CaptchaRequirement | SecondRequirement

/** A form that waits until its step-up is solved. */
export interface ParkedForm {
  /** The fields with text. */
  formData: FormData
  /** The fields with files. The files themselves are too large to park. */
  files: FilesField[]
  requirement: Requirement
  /** True when the fields were too long to be kept. */
  isCut?: boolean
}

/** The sealed part of a parked form. */
interface Sealed {
  path: string
  /** The query of its URL. */
  search: string
  browserId: string
  /** Pairs of name and text: JSON, compressed, as base64. */
  fields: string
  files: FilesField[]
  requirement: Requirement
  isCut: boolean
}

const purpose = 'parked form, prompt'
const minutes = 15

/**
 * Seals a form for this page and this browser. It may contain a password, so it leaves the server only sealed.
 * @returns undefined when it is longer than `maxLength`, and {@link unpark} would refuse it
 */
export const park = async (
  args: Args,
  { formData, files, requirement, isCut = false }: ParkedForm,
  maxLength: number,
): Promise<string | undefined> => {
  const { pathname: path, search } = new URL(args.request.url)
  const sealed: Sealed = {
    path,
    search,
    browserId: await browserIdOf(args),
    fields: await packed(formData),
    files,
    requirement,
    isCut,
  }
  const parked = await seal(sealed, { purpose, minutes })
  return parked.length > maxLength ? undefined : parked
}

/** The parked form; undefined when it was changed, has expired, or belongs to another page or browser. */
export const unpark = async (args: Args, parked: string, maxLength: number): Promise<ParkedForm | undefined> => {
  const sealed = await unseal<Sealed>(parked, { purpose, maxLength })
  if (!sealed || sealed.path !== pathOf(args) || sealed.browserId !== (await browserIdOf(args))) return undefined
  const { fields, files, requirement } = sealed
  return { formData: await unpacked(fields), files, requirement }
}

/** The field of a parked form for the proof that its person brings back from a provider. */
const proofField = 'verify_ticket'

/**
 * Keeps a form in a cookie while its person is at a provider. A form that is too long is kept without its fields, and
 * files are never kept.
 */
export const parkInCookie = async (args: Args, parked: string, requirement: SecondRequirement): Promise<void> => {
  const bare = { formData: new FormData(), files: [], requirement, isCut: true }
  const fits = parked.length <= parkedCookieMaxLength
  const kept = fits ? parked : await park(args, bare, parkedCookieMaxLength)
  if (kept !== undefined) keepWaitingForm(args, kept)
}

export interface WaitingForm {
  /** The sealed form. It is posted to `address` again. */
  parked: string
  address: string
  requirement: SecondRequirement
  /** True when it has all typed values. */
  isWhole: boolean
  isProven: boolean
}

const openWaiting = async (args: Args): Promise<(Sealed & { parked: string }) | undefined> => {
  const parked = waitingForm(args) ?? ''
  const sealed = await unseal<Sealed>(parked, { purpose })
  return sealed && sealed.browserId === (await browserIdOf(args)) ? { ...sealed, parked } : undefined
}

/** The form of this browser that is waiting for a proof from a provider. */
export const waitingFormOf = async (args: Args): Promise<WaitingForm | undefined> => {
  const opened = await openWaiting(args)
  if (opened?.requirement.kind !== 'second') return undefined
  const { parked, path, search, files, requirement } = opened
  const isProven = (await unpacked(opened.fields)).has(proofField)
  const isWhole = !opened.isCut && files.length === 0
  return { parked, address: path + search, requirement, isWhole, isProven }
}

/** Adds a proof to the waiting form, unless another form has replaced it. */
export const proveWaitingForm = async (args: Args, key: string, ticket: string): Promise<void> => {
  const opened = await openWaiting(args)
  if (opened?.requirement.kind !== 'second' || opened.requirement.key !== key) return
  const { parked: _, ...sealed } = opened
  const formData = await unpacked(sealed.fields)
  formData.set(proofField, ticket)
  keepWaitingForm(args, await seal({ ...sealed, fields: await packed(formData) }, { purpose, minutes }))
}

/** The fields with files. An empty file does not count, because browsers send one when nothing was chosen. */
export const fileFields = (formData: FormData): FilesField[] => {
  const names = [...formData].flatMap(([name, value]) => (typeof value !== 'string' && value.size > 0 ? [name] : []))
  return [...new Set(names)].map((name) => ({ name, isList: names.indexOf(name) !== names.lastIndexOf(name) }))
}

const pathOf = ({ request }: Args): string => new URL(request.url).pathname

const browserIdOf = async (args: Args): Promise<string> => (await visitor(args)).browserId ?? ''
