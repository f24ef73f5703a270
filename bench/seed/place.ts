import type { Person } from './person'
import { shortTokenOf } from './random'

/** Of 80 accounts, one manages an organisation with the next 20. */
export const [every, leader, members] = [80, 16, 20]

/** The number of the organisation of an account. Accounts that are added after a fill, for erasure, have none. */
export const organisationOf = ({ nth, seed }: Person): { number: number; isManager: boolean } | undefined => {
  const place = (nth % every) - leader
  if (nth >= seed.accounts || place < 0 || place > members) return undefined
  return { number: nth - place, isManager: place === 0 }
}

export const organisationId = (number: number): string => shortTokenOf('organisation', number)
export const identityId = ({ nth }: Person): string => shortTokenOf('identity', nth)

export const managedOrganisationOf = (person: Person): string | undefined => {
  const organisation = organisationOf(person)
  return organisation?.isManager ? organisationId(organisation.number) : undefined
}

export const ofManagers =
  <Row>(row: (number: number, person: Person) => Row) =>
  (person: Person): Row[] => {
    const organisation = organisationOf(person)
    return organisation?.isManager ? [row(organisation.number, person)] : []
  }
