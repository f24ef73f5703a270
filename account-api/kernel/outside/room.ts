/** How many are asked outside at once. An organisation has a small part of it, and all of them have half. */
export interface Room {
  atOnce: number
  ofOrganisationsAtOnce: number
  ofOneOrganisationAtOnce: number
}

interface Asked {
  /** Undefined: of the operator. */
  organisationId?: string | undefined
}

/** True when one more can be asked next to those that are being asked. */
export const hasRoom = (underWay: Iterable<Asked>, { organisationId }: Asked, room: Room): boolean => {
  const all = [...underWay]
  if (all.length >= room.atOnce) return false
  if (organisationId === undefined) return true
  const theirs = all.filter((each) => each.organisationId !== undefined)
  const own = theirs.filter((each) => each.organisationId === organisationId)
  return theirs.length < room.ofOrganisationsAtOnce && own.length < room.ofOneOrganisationAtOnce
}
