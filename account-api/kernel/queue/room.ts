/** How many requests to outsiders run at once. One organisation has a small share, and all of them have half. */
export interface Room {
  atOnce: number
  ofOrganisationsAtOnce: number
  ofOneOrganisationAtOnce: number
}

interface Receiver {
  id: string
  /** Undefined: the operator's. */
  organisationId?: string | undefined
}

/** Chooses the receivers that may have a turn now: none twice, and no organisation more than its share. */
export const withRoom = <Found extends Receiver>(
  found: readonly Found[],
  underWay: readonly Found[],
  { atOnce, ofOrganisationsAtOnce, ofOneOrganisationAtOnce }: Room,
): Found[] => {
  const busy = [...underWay]
  const hasRoom = ({ id, organisationId }: Found): boolean => {
    if (busy.length >= atOnce || busy.some((each) => each.id === id)) return false
    if (organisationId === undefined) return true
    const theirs = busy.filter((each) => each.organisationId !== undefined)
    const own = theirs.filter((each) => each.organisationId === organisationId)
    return theirs.length < ofOrganisationsAtOnce && own.length < ofOneOrganisationAtOnce
  }
  for (const each of found) if (hasRoom(each)) busy.push(each)
  return busy.slice(underWay.length)
}
