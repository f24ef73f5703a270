import { editDistance } from './edit-distance'
import { accountApiSettings, commandLineSettings, webAppSettings } from './programs'

/** The value of every variable that a process may pick. */
export type Source = Record<string, string | undefined>

/** The name of every setting, whichever process reads it. */
export const settingNames: readonly string[] = [
  ...new Set([webAppSettings, accountApiSettings, commandLineSettings].flatMap(({ shape }) => Object.keys(shape))),
]

/** A name that begins like this is meant for us, whatever follows. */
const ownPrefix = 'ACCOUNT_API_'

/** Kubernetes names a service by variables of these forms, in every container beside it. */
const isOfKubernetes = (name: string): boolean =>
  /_SERVICE_(HOST|PORT(_\w+)?)$|_PORT_\d+_(TCP|UDP)(_(PROTO|PORT|ADDR))?$/.test(name)

/**
 * The variables whose name is almost that of a setting, each with that setting, which is not set. A short name is like
 * many others, so more of it has to agree.
 */
export const misspelt = (source: Source): { name: string; meant: string }[] => {
  const unset = settingNames.filter((name) => !source[name])
  return unknownNames(source).flatMap((name) => {
    const meant = unset.find((setting) => isAlmost(setting, name))
    return meant === undefined ? [] : [{ name, meant }]
  })
}

/** The variables that begin as a setting does, and are none. Another version may know them, so they stop nothing. */
export const strangersOf = (source: Source): string[] =>
  unknownNames(source).filter((name) => name.startsWith(ownPrefix) && !isOfKubernetes(name))

const unknownNames = (source: Source): string[] =>
  Object.keys(source).filter((name) => source[name] && !settingNames.includes(name))

const isAlmost = (setting: string, name: string): boolean => {
  const spelt = name.toUpperCase().replaceAll('-', '_')
  if (Math.abs(spelt.length - setting.length) > 2) return false
  const distance = editDistance(setting, spelt)
  // HOST and PORT are one letter away from words of other programs.
  if (setting.length < 5) return distance === 1 && lettersOf(setting) === lettersOf(spelt)
  return distance <= (setting.length < 10 ? 1 : 2)
}

const lettersOf = (text: string): string => [...text].sort().join('')
