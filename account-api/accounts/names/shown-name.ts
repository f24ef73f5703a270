import type { Deployment } from '#account-api/accounts/service'
import { clientNameMaxLength } from '#contract/applications/open-clients'
import { type Named, readName } from '#rules/typed/name'
import { spelt } from '#rules/typed/text'

/** Maximum length of a shown name. */
export const shownNameMaxLength = clientNameMaxLength

/** Normalises the name of an application or a service. Undefined if it is not a name, or too long. */
export const shownNameOf = (typed: string, most = shownNameMaxLength): string | undefined => {
  const name = spelt(typed)
  return name === '' || [...name].length > most ? undefined : name
}

/** Reads a name that others see, and refuses one that impersonates this deployment. */
export const readNameHere = (
  { application }: Pick<Deployment, 'application'>,
  named: Named,
  typed: string,
): ReturnType<typeof readName> => readName(typed, { named, site: Object.values(application.names) })
