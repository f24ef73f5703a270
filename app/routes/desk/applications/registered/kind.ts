import type { ReactElement } from 'react'
import type { OperatorError } from '#contract/operator/operator-errors'
import { type ActsByPath, type AnyAct, type Params, reasonForLog } from '~/features/operator/act'
import type { Destination } from '~/navigation/flash.server'

/** A kind of what an operator registers, and what can be done with one of it. */
export interface Kind<Thing> {
  /** The page of its list. */
  path: string
  idOf: (of: Thing) => string
  /** What is said of an empty list: a message key. */
  none: string
  add: AnyAct
  /** What can be done with one, by the last part of its URL. */
  acts: ActsByPath
  /** The acts that are offered for one: all, unless it says otherwise. */
  offered?: (of: Thing) => readonly string[]
  Facts: (props: { of: Thing }) => ReactElement
  /** What is in the fields of its acts at first. */
  defaultsOf: (of: Thing) => Record<string, string | string[]>
  /** Shows the answer of an act that is shown once. */
  Shown?: (props: ShownProps) => ReactElement
}

export interface ShownProps {
  /** What the call answered. */
  data: unknown
  /** What it was made with. */
  input: Record<string, unknown>
}

/** One of a kind, where the code does not matter that it is of this one. */
// biome-ignore lint/suspicious/noExplicitAny: each kind reads what its own list has.
export type AnyKind = Kind<any>

/** Declares a kind. */
export const kind = <Thing>(one: Kind<Thing>): AnyKind => one

const to = (path: string, notice: NonNullable<Destination['notice']>) => (): Destination => ({ path, notice })

/** Where an act leads: to the list, which says what was done. */
export const addedTo = (path: string) => to(path, 'website_added')
export const savedIn = (path: string) => to(path, 'website_saved')

/** What the URL says of the one that an act is about. */
export const thisOne = ({ thing = '' }: Params) => ({ id: thing })

/** An act that removes a website, and leads to the list. The second of two clicks finds none. */
export const removal = (path: string, none: OperatorError) => {
  const done = to(path, 'website_removed')
  const otherwise = (code: OperatorError) => (code === none ? done() : undefined)
  return { fields: { reason: reasonForLog }, fixed: thisOne, done, otherwise, isDanger: true } as const
}
