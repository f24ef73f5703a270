import type { Args } from '../load-context'
import { seal, unseal } from '../session/seal.server'
import { visitor } from '../session/visitor.server'
import type { Captcha, Second } from './step-up'

/** The captcha's decision, and the challenge that is shown for it. */
export interface CaptchaNeed {
  kind: 'captcha'
  decision: string
  challenge?: Captcha
  /** The second verification that the captcha came up in, with what was sent of it. */
  within?: { need: SecondNeed; sent: [string, string][] }
}

/** The key of a second verification, with its ways. */
export interface SecondNeed {
  kind: 'second'
  key: string
  ways: Second['ways']
}

/** What was decided about a form. */
export type Need = CaptchaNeed | SecondNeed

/** A form that waits until its step-up is solved. */
interface Parked {
  path: string
  browserId: string
  fields: [string, string][]
  need: Need
}

const purpose = 'parked form'
const minutes = 15
/** Above what any form of ours can hold once its fields have been judged. */
const maxLength = 32 * 1024
/** Above what any field of ours takes: what is longer, nobody reads. */
const valueMaxLength = 2048

/** Seals a form for this page and this browser. It may hold a password, so it leaves the server sealed only. */
export const park = async (args: Args, formData: FormData, need: Need): Promise<string> => {
  const parked: Parked = { path: pathOf(args), browserId: await browserIdOf(args), fields: textFields(formData), need }
  return seal(parked, { purpose, minutes })
}

/** The form that waits; undefined when it was changed, took too long, or belongs to another page or browser. */
export const unpark = async (args: Args, sealed: string): Promise<{ formData: FormData; need: Need } | undefined> => {
  const parked = await unseal<Parked>(sealed, { purpose, maxLength })
  if (!parked || parked.path !== pathOf(args) || parked.browserId !== (await browserIdOf(args))) return undefined
  return { formData: formOf(parked.fields), need: parked.need }
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
