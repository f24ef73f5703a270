import { createContext, useContext } from 'react'

const region = createContext('CN')

export const RegionProvider = region.Provider

/** The region of the visitor (ISO 3166-1 alpha-2), if the browser sends it. */
export const useRegion = (): string => useContext(region)
