import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'
import type { Args } from '../load-context'
import { seal, unseal } from '../session/seal.server'
import { visitor } from '../session/visitor.server'
import type { FilesField, OpenedCaptcha, SecondVerification } from './step-up'

/** A decision, and the challenge that is shown for it. */
export interface CaptchaRequirement {
  kind: 'captcha'
  /** The ticket of the decision, or the key of a 2046 that has no ways. */
  decision: string
  /** What closing the dialog rejects with (spec section 8). */
  rejection: Rejection
  challenge?: OpenedCaptcha
  /** The second verification that this captcha interrupted, with the fields that were posted for it. */
  within?: { requirement: SecondRequirement; sent: [string, string][] }
}

/** What a closed dialog rejects with: an empty description for a captcha, SECOND_VALID for a 2046. */
export type Rejection = '' | 'SECOND_VALID'

/** The key of a second verification, with its ways. */
export interface SecondRequirement {
  kind: 'second'
  key: string
  ways: SecondVerification['ways']
  waitHours: SecondVerification['waitHours']
}

/** What a person has to do before their form is retried. */
export type Requirement = CaptchaRequirement | SecondRequirement

/** A form that waits until its step-up is solved. */
export interface ParkedForm {
  /** The fields with text. */
  formData: FormData
  /** The fields with files. The files themselves are too large to park. */
  files: FilesField[]
  requirement: Requirement
}

/** The sealed part of a parked form. */
interface Sealed {
  path: string
  browserId: string
  /** Pairs of name and text: JSON, compressed, as base64. */
  fields: string
  files: FilesField[]
  requirement: Requirement
}

const purpose = 'parked form, prompt'
const minutes = 15
const [compress, expand] = [promisify(deflateRaw), promisify(inflateRaw)]

/**
 * Seals a form for this page and this browser. It may contain a password, so it leaves the server only sealed.
 * @returns undefined when it is longer than `maxLength`, and {@link unpark} would refuse it
 */
export const park = async (
  args: Args,
  { formData, files, requirement }: ParkedForm,
  maxLength: number,
): Promise<string | undefined> => {
  const fields = (await compress(JSON.stringify(textFields(formData)))).toString('base64')
  const sealed: Sealed = { path: pathOf(args), browserId: await browserIdOf(args), fields, files, requirement }
  const parked = await seal(sealed, { purpose, minutes })
  return parked.length > maxLength ? undefined : parked
}

/** The parked form; undefined when it was changed, has expired, or belongs to another page or browser. */
export const unpark = async (args: Args, parked: string, maxLength: number): Promise<ParkedForm | undefined> => {
  const sealed = await unseal<Sealed>(parked, { purpose, maxLength })
  if (!sealed || sealed.path !== pathOf(args) || sealed.browserId !== (await browserIdOf(args))) return undefined
  const { files, requirement } = sealed
  // Safe to expand: we sealed it, and the body that it came from was limited.
  const fields = JSON.parse((await expand(Buffer.from(sealed.fields, 'base64'))).toString()) as [string, string][]
  return { formData: formOf(fields), files, requirement }
}

const textFields = (formData: FormData): [string, string][] =>
  [...formData].filter((field): field is [string, string] => typeof field[1] === 'string')

/** The fields with files. An empty file counts as none: browsers send one when nothing was chosen. */
export const fileFields = (formData: FormData): FilesField[] => {
  const names = [...formData].flatMap(([name, value]) => (typeof value !== 'string' && value.size > 0 ? [name] : []))
  return [...new Set(names)].map((name) => ({ name, isList: names.indexOf(name) !== names.lastIndexOf(name) }))
}

export const formOf = (fields: [string, string][]): FormData => {
  const formData = new FormData()
  for (const [name, value] of fields) formData.append(name, value)
  return formData
}

const pathOf = ({ request }: Args): string => new URL(request.url).pathname

const browserIdOf = async (args: Args): Promise<string> => (await visitor(args)).browserId ?? ''
