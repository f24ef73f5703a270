import type { Args } from '../load-context'
import { seal, unseal } from '../session/seal.server'
import { visitor } from '../session/visitor.server'
import type { Captcha } from './step-up'

/** What was decided about a form: the captcha's decision and the challenge that is shown for it, or the key of a second verification with its ways. */
export type Need =
  | { kind: 'captcha'; decision: string; challenge?: Captcha }
  | { kind: 'second'; key: string; ways: { way: 'mobile' | 'email' | 'password'; masked: string }[] }

/** A form that waits until its person has shown what was asked for. */
interface Parked {
  path: string
  visit: string
  fields: [string, string][]
  need: Need
}

const purpose = 'parked form'
const minutes = 15
/** Above what any form of ours can hold once its fields have been judged. */
const maxLength = 32 * 1024

/** Seals a form for this page and this visit. It may hold a password, so it leaves the server sealed only. */
export const park = async (args: Args, formData: FormData, need: Need): Promise<string> => {
  const fields = [...formData].filter((field): field is [string, string] => typeof field[1] === 'string')
  const parked: Parked = { path: pathOf(args), visit: await visitOf(args), fields, need }
  return seal(parked, { purpose, minutes })
}

/** The form that waits; undefined when it was changed, took too long, or belongs to another page or visit. */
export const unpark = async (args: Args, sealed: string): Promise<{ formData: FormData; need: Need } | undefined> => {
  const parked = await unseal<Parked>(sealed, { purpose, maxLength })
  if (!parked || parked.path !== pathOf(args) || parked.visit !== (await visitOf(args))) return undefined
  const formData = new FormData()
  for (const [name, value] of parked.fields) formData.append(name, value)
  return { formData, need: parked.need }
}

const pathOf = ({ request }: Args): string => new URL(request.url).pathname

const visitOf = async (args: Args): Promise<string> => (await visitor(args)).visit ?? ''
