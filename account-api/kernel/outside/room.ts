/** How many requests to outsiders run at once. One organisation has a small share, and all of them have half. */
export interface Room {
  atOnce: number
  ofOrganisationsAtOnce: number
  ofOneOrganisationAtOnce: number
}

interface Asked {
  /** Undefined: the operator. */
  organisationId?: string | undefined
}

/** True when one more request may run. */
export const hasRoom = (underWay: Iterable<Asked>, { organisationId }: Asked, room: Room): boolean => {
  const all = [...underWay]
  if (all.length >= room.atOnce) return false
  if (organisationId === undefined) return true
  const theirs = all.filter((each) => each.organisationId !== undefined)
  const own = theirs.filter((each) => each.organisationId === organisationId)
  return theirs.length < room.ofOrganisationsAtOnce && own.length < room.ofOneOrganisationAtOnce
}
