import type { DefaultPicture } from '#account-api/accounts/pictures/kinds'
import pictures from './defaults.json'

/** The default pictures, drawn in advance, so that no drawing library has to be loaded. */
export const defaultPicture: DefaultPicture = (kind, number) => Buffer.from(pictures[kind][number - 1] ?? '', 'base64')
