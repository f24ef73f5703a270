import { plainForm } from '../../../forms/values/typed-text'

const read = (name: string): string => plainForm(name).replace(/\s+/g, ' ').toLowerCase()

/**
 * True when a typed name is that of an organisation. Case, width and spaces do not count: the name is typed so that nobody
 * closes or hands over another organisation than they mean, and not as a secret.
 */
export const isSameName = (typed: string, name: string): boolean => read(typed) === read(name)
