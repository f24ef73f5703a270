import type { Setting } from '#account-api/accounts/service'
import { clientNameMaxLength } from '#contract/applications/open-clients'
import { type Named, type NameRefusal, readName } from '#rules/typed/name'
import { type Read, spelt } from '#rules/typed/text'

/** How many characters a name that people are shown has at most. */
export const shownNameMaxLength = clientNameMaxLength

/** A name of an application or a service as it is stored. Undefined: it is not one, or is too long. */
export const shownNameOf = (typed: string): string | undefined => {
  const name = spelt(typed)
  return name === '' || [...name].length > shownNameMaxLength ? undefined : name
}

/** Reads a name that others see, at a site with the names of this deployment. */
export const readNameHere = (
  { application }: Pick<Setting, 'application'>,
  named: Named,
  typed: string,
): Read<string, NameRefusal> => readName(typed, { named, site: Object.values(application.names) })
