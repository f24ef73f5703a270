import type { Args } from '../load-context'
import { seal, unseal } from '../session/seal.server'
import { visitor } from '../session/visitor.server'
import type { Captcha, SecondVerification } from './step-up'

/** The decision that asks for a captcha, and the challenge that is shown for it. */
export interface CaptchaRequirement {
  kind: 'captcha'
  decision: string
  challenge?: Captcha
  /** The second verification that was interrupted by this captcha, with the fields that were sent for it. */
  within?: { requirement: SecondRequirement; sent: [string, string][] }
}

/** The key of a second verification, with its ways. */
export interface SecondRequirement {
  kind: 'second'
  key: string
  ways: SecondVerification['ways']
}

/** What a person has to do before their form is retried. */
export type Requirement = CaptchaRequirement | SecondRequirement

/** What is sealed of a parked form. */
interface Parked {
  path: string
  browserId: string
  fields: [string, string][]
  requirement: Requirement
}

const purpose = 'parked form'
const minutes = 15
/** Above what any form of ours can hold once its fields have been checked. */
const maxLength = 32 * 1024
/** Above what any field of ours takes. */
const valueMaxLength = 2048

/** Seals a form for this page and this browser. It may hold a password, so it leaves the server sealed only. */
export const park = async (args: Args, formData: FormData, requirement: Requirement): Promise<string> => {
  const browserId = await browserIdOf(args)
  const parked: Parked = { path: pathOf(args), browserId, fields: textFields(formData), requirement }
  return seal(parked, { purpose, minutes })
}

/** The parked form; undefined when it was changed, has expired, or belongs to another page or browser. */
export const unpark = async (
  args: Args,
  sealed: string,
): Promise<{ formData: FormData; requirement: Requirement } | undefined> => {
  const parked = await unseal<Parked>(sealed, { purpose, maxLength })
  if (!parked || parked.path !== pathOf(args) || parked.browserId !== (await browserIdOf(args))) return undefined
  return { formData: formOf(parked.fields), requirement: parked.requirement }
}

export const textFields = (formData: FormData): [string, string][] =>
  [...formData].filter(
    (field): field is [string, string] => typeof field[1] === 'string' && field[1].length <= valueMaxLength,
  )

export const formOf = (fields: [string, string][]): FormData => {
  const formData = new FormData()
  for (const [name, value] of fields) formData.append(name, value)
  return formData
}

const pathOf = ({ request }: Args): string => new URL(request.url).pathname

const browserIdOf = async (args: Args): Promise<string> => (await visitor(args)).browserId ?? ''
