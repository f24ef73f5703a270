import { createContext, useContext } from 'react'
import { useTranslation } from 'react-i18next'

/** The operator of this deployment in one language, for pages. */
export interface PageBrand {
  name: string
  logo?: { src: string; width: number; height: number }
  /** The accent colour in the light scheme. */
  accent?: string
  /** A style sheet that sets the accent colour. */
  style?: string
  terms?: string
  privacy?: string
  support?: string
}

const brand = createContext<PageBrand | undefined>(undefined)

export const BrandProvider = brand.Provider

/** Undefined if the operator has not described itself. */
export const useBrand = (): PageBrand | undefined => useContext(brand)

/** The name of the deployment for people. */
export const useSiteName = (): string => {
  const { t } = useTranslation()
  return useBrand()?.name ?? t('layout.name')
}
