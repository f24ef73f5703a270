import { plainText } from '#rules/typed/text'
import type { PageField } from '~/forms/use-page-form'

/** The value that prefills the field of a sign-in: what was typed on the page that linked here. */
export const filledIn = <Name extends string>(name: Name, { typed, isAgain }: Typed): { [Each in Name]?: string } =>
  typed !== undefined && isAgain ? ({ [name]: typed } as { [Each in Name]?: string }) : {}

interface Typed {
  /** The kept identifier. */
  typed?: string | undefined
  isAgain: boolean
}

/** True when the field still has the kept value, so links to other ways carry it. */
export const isKept = (field: PageField, { typed }: Typed): boolean =>
  typed !== undefined && plainText(field.value) === typed

/**
 * The page that resets the password of the account that was typed and is kept. A form that comes back without having been
 * tried has the same links for everybody.
 */
export const forgottenPath = (isTyped: boolean, { value }: PageField): string =>
  isTyped && value.includes('@') ? '/account-help/password/email' : '/account-help/password'
