import { createContext, useContext } from 'react'
import { fullLanguages, type Language } from '#rules/languages'

const offered = createContext<readonly Language[]>(fullLanguages)

export const OfferedLanguagesProvider = offered.Provider

/** The languages that this deployment offers, in its order. */
export const useOfferedLanguages = (): readonly Language[] => useContext(offered)
