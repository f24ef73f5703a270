import type { ReactElement } from 'react'
import type { OperatorError } from '#contract/operator/operator-errors'
import { type ActsByPath, type AnyAct, type Params, reasonForLog } from '~/features/desk/act'
import type { Destination } from '~/navigation/flash/flash.server'
import type { Facts } from '~/ui/summary-list'

/** A kind of object that an operator registers, and its acts. */
export interface Kind<Thing> {
  /** The page of its list. */
  path: string
  idOf: (of: Thing) => string
  /** The text for an empty list: a message key. */
  none: string
  add: AnyAct
  /** The acts on an object, by the last part of its URL. */
  acts: ActsByPath
  /** The acts that are offered for an object. Default: all. */
  offered?: (of: Thing) => readonly string[]
  useFacts: () => (of: Thing) => Facts
  /** The initial values of the fields of its acts. */
  defaultsOf: (of: Thing) => Record<string, string | string[]>
  /** Shows the answer of an act that is shown once. */
  Shown?: (props: ShownProps) => ReactElement
}

export interface ShownProps {
  /** The answer of the call. */
  data: unknown
  input: Record<string, unknown>
}

/** An entry of any kind, for code that does not depend on the kind. */
// biome-ignore lint/suspicious/noExplicitAny: each kind reads what its own list has.
export type AnyKind = Kind<any>

export const kind = <Thing>(one: Kind<Thing>): AnyKind => one

const to = (path: string, notice: NonNullable<Destination['notice']>) => (): Destination => ({ path, notice })

/** Where an act redirects: to the list, which reports what was done. */
export const addedTo = (path: string) => to(path, 'website_added')
export const savedIn = (path: string) => to(path, 'website_saved')

/** The parts of the input that the URL determines. */
export const thisOne = ({ thing = '' }: Params) => ({ id: thing })

/** An act that removes a website, and redirects to the list. The second of two clicks finds it gone. */
export const removal = (path: string, none: OperatorError) => {
  const done = to(path, 'website_removed')
  const otherwise = (code: OperatorError) => (code === none ? done() : undefined)
  return { fields: { reason: reasonForLog }, fixed: thisOne, done, otherwise, isDanger: true } as const
}
