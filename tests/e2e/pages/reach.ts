import type { ApiDatabase } from '../../fixtures/look-into'
import type { ReadSent } from '../journey'
import { type FormPageName, open, send, type Visitor } from '../pages'
import { registerByEmail, registerByMobile } from '../roads'

/** What a state may need to be reached. */
export interface Means extends Visitor {
  code: ReadSent
  link: ReadSent
  passMinutes: (minutes: number) => void
  database: ApiDatabase
}

/** The way to a state. */
export type Reach = (means: Means) => Promise<unknown>

export const at =
  (path: string): Reach =>
  (means) =>
    means.page.goto(path)

export const opened =
  (name: FormPageName): Reach =>
  (means) =>
    open(means, name)

/** A page as somebody opens it who has just registered by mobile. */
export const openedWithMobile =
  (name: FormPageName): Reach =>
  async (means) => {
    await registerByMobile(means, means.code)
    await open(means, name)
  }

/** The same by email. */
export const openedWithEmail =
  (name: FormPageName): Reach =>
  async (means) => {
    await registerByEmail(means, means.code)
    await open(means, name)
  }

/** Waits until the page that is open says what is wrong. */
export const refused = ({ page }: Means): Promise<void> => page.getByRole('alert').waitFor()

/** Waits until it says what has happened. */
export const told = ({ page }: Means): Promise<void> => page.getByRole('status').waitFor()

/** A form that was sent with nothing in it. */
export const refusedEmpty =
  (name: FormPageName): Reach =>
  async (means) => {
    await open(means, name)
    await send(means, name, {})
    await refused(means)
  }
