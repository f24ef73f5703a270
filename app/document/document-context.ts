import { createContext, useContext } from 'react'
import type { DeskVisitor } from '~/runtime/load-context'

/** What the server knows about the document that it renders, besides the loaders' data. */
interface DocumentContext {
  status: number
  /** On a page of the operator's desk: the operator who uses it, once known. */
  desk?: { operator?: DeskVisitor | undefined } | undefined
  logId: string
  /** The message key of the title, on a page that explains why it cannot do its task. */
  title?: string | undefined
  /** True when a form came back or waits for a step-up. Then the form itself has the buttons for other languages. */
  hasFormAgain?: boolean
  /**
   * The address of the script against crawlers; null if only other regions have one. Undefined when no region has one.
   */
  crawlerScript?: string | null | undefined
  /** True when the document is for the smallest browsers. */
  isSmall?: boolean
  /** True when the browser was sent the style sheet before, so the page may wait for it. */
  knowsSheet?: boolean
  /** The address of the script that loads islands, for a document that has one. */
  islandScript?: string | undefined
}

const facts = createContext<DocumentContext>({ status: 200, logId: '' })

export const DocumentProvider = facts.Provider
export const useDocument = (): DocumentContext => useContext(facts)
