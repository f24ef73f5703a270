import { editDistance } from './edit-distance'
import { accountApiSettings, commandLineSettings, webAppSettings } from './programs'

/** The value of every variable that a process may pick. */
export type Source = Record<string, string | undefined>

/** The name of every setting, whichever process reads it. */
export const settingNames: readonly string[] = [
  ...new Set([webAppSettings, accountApiSettings, commandLineSettings].flatMap(({ shape }) => Object.keys(shape))),
]

/** A secret, or an address that may have one in it. */
const mayBeInFile = (name: string): boolean => /_(URL|KEY|SECRETS?|PEPPERS)$/.test(name)

/** The settings whose value can be in a file, each by the variable that names the file. */
export const fileVariables: ReadonlyMap<string, string> = new Map(
  settingNames.filter(mayBeInFile).map((name) => [`${name}_FILE`, name]),
)

/** A name with this prefix is meant for Butterfly, whatever follows. */
const ownPrefix = 'ACCOUNT_API_'

/**
 * A file that may be meant for Butterfly: for a setting, for a part of one, or for a secret. Many programs have other
 * such variables.
 */
const isFileForUs = (name: string): boolean =>
  settingNames.some((setting) => name === `${setting}_FILE`) ||
  /^(SMTP|SMS|MAIL|DATABASE|SESSION|ACCOUNT_API)_\w+_FILE$/.test(name) ||
  /(PASSWORD|SECRET|KEY|URL|PEPPER)S?_FILE$/.test(name)

/**
 * Kubernetes describes each Service by variables of these forms, in every container next to it. A Service named desk
 * sets DESK_PORT=tcp://10.0.0.1:80.
 */
const isOfKubernetes = (name: string, value = ''): boolean =>
  /_SERVICE_(HOST|PORT(_\w+)?)$|_PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?$/.test(name) ||
  (/_PORT$/.test(name) && /^(tcp|udp|sctp):\/\//.test(value))

/** Variables of Kubernetes that have the name of a setting. */
export const servicesIn = (source: Source): string[] =>
  settingNames.filter((name) => isOfKubernetes(name, source[name]))

/**
 * The variables whose name almost equals the name of an unset setting, each with that setting. Short names resemble
 * many others, so more of them has to match.
 */
export const misspelt = (source: Source): { name: string; meant: string }[] => {
  const unset = [...settingNames, ...fileVariables.keys()].filter((name) => !source[name])
  return unknownNames(source).flatMap((name) => {
    const meant = unset.find((setting) => isAlmost(setting, name))
    return meant === undefined ? [] : [{ name, meant }]
  })
}

interface Warning {
  variables: readonly string[]
  about: string
}

/**
 * The variables that look like settings and are not read. Another version may know them, so they do not stop the start.
 */
export const unreadIn = (source: Source): Warning[] => {
  const unknown = unknownNames(source)
  const files = unknown.filter(isFileForUs)
  const strangers = unknown.filter((name) => name.startsWith(ownPrefix) && !files.includes(name))
  return [
    { variables: strangers, about: 'looks like a setting, but is not one' },
    { variables: files, about: 'ends in _FILE, but names no setting that can come from a file' },
    { variables: servicesIn(source), about: 'describes a Service of Kubernetes, and is ignored' },
  ].filter(({ variables }) => variables.length > 0)
}

const unknownNames = (source: Source): string[] =>
  Object.keys(source).filter(
    (name) =>
      source[name] && !settingNames.includes(name) && !fileVariables.has(name) && !isOfKubernetes(name, source[name]),
  )

const isAlmost = (setting: string, name: string): boolean => {
  const spelt = name.toUpperCase().replaceAll('-', '_')
  if (Math.abs(spelt.length - setting.length) > 2) return false
  const distance = editDistance(setting, spelt)
  // HOST and PORT are one letter away from names that other programs use.
  if (setting.length < 5) return distance === 1 && lettersOf(setting) === lettersOf(spelt)
  return distance <= (setting.length < 10 ? 1 : 2)
}

const lettersOf = (text: string): string => [...text].sort().join('')
