import { createContext, useContext } from 'react'
import { addressKinds } from '../../../contract/terms/fields'
import { useLocation } from '../../framework'
import { type OpenKinds, openLinks, type TextLink } from './open-pages'

const openKinds = createContext<OpenKinds>(addressKinds)

export const OpenKindsProvider = openKinds.Provider

/** The kinds of address that codes are sent to here. */
export const useOpenKinds = (): OpenKinds => useContext(openKinds)

/** Leaves out links to pages that are closed here. Every list of links to other pages goes through it. */
export const useOpenLinks = () => {
  const kinds = useOpenKinds()
  const { pathname } = useLocation()
  return <Link extends TextLink>(links: readonly Link[]): Link[] => openLinks(links, kinds, pathname)
}
