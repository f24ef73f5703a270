import { createContext, useContext } from 'react'
import { addressKinds, identifierKinds, type Registrations } from '#contract/terms/fields'
import { useLocation } from '~/framework'
import { type Identifiers, type OpenKinds, openLinks, standInFor, type TextLink } from './open-pages'
import { identifiersOff, isClosed, pagesOfIdentifier, pagesOfRegistration } from './pages-of-calls'

const openKinds = createContext<OpenKinds>(addressKinds)

export const OpenKindsProvider = openKinds.Provider

const closedPages = createContext<readonly string[]>([])

/** Takes the patterns of the pages that are closed here. */
export const ClosedPagesProvider = closedPages.Provider

const registration = createContext<Registrations>('open')

export const RegistrationProvider = registration.Provider

/** Who gets an account here. */
export const useRegistration = (): Registrations => useContext(registration)

const identifiers = createContext<Identifiers>(identifierKinds)

export const IdentifiersProvider = identifiers.Provider

/** The identifiers with which people register, bind and sign in. */
export const useIdentifiers = (): Identifiers => useContext(identifiers)

/** True for a page that has its calls here. */
const useHasCalls = (): ((path: string) => boolean) => {
  const patterns = useContext(closedPages)
  const ofIdentifiers = identifiersOff(useIdentifiers()).flatMap(pagesOfIdentifier)
  const ofRegistration = useRegistration() === 'closed' ? pagesOfRegistration : []
  const closed = [...patterns, ...ofIdentifiers, ...ofRegistration]
  return (path) => !isClosed(path, closed)
}

/** True when a page, or its substitute, is open here. */
export const useIsOpen = (): ((path: string) => boolean) => {
  const here = { kinds: useOpenKinds(), isOpen: useHasCalls() }
  return (path) => here.isOpen(path) || standInFor(path, here) !== undefined
}

/** The kinds of address that codes are sent to here. */
export const useOpenKinds = (): OpenKinds => useContext(openKinds)

/** Leaves out links to pages that are closed here. Every list of links to other pages uses it. */
export const useOpenLinks = () => {
  const open = { kinds: useOpenKinds(), isOpen: useHasCalls() }
  const { pathname } = useLocation()
  return <Link extends TextLink>(links: readonly Link[]): Link[] => openLinks(links, open, pathname)
}
