/** What a route may say of its page, as `export const handle`. */
export interface PageHandle {
  /** The message key of the page's title; for a page of several URLs, made from the parameters of the URL. */
  title?: string | ((params: Record<string, string | undefined>) => string)
  /** Signed out, the page depends on nothing but path, language and `?next=`, so that the server may keep it. */
  remembered?: boolean
  /** The page always has an island, so it carries the script that loads islands. */
  islands?: boolean
  /** Programs try here: the page loads the script against crawlers of the visitor's region, where there is one. */
  antiCrawler?: boolean
  /** The page has two columns where there is room for them. */
  wide?: boolean
  /** The page has forms of its own making, without the buttons of a form that came back (app/forms/form-page). */
  ownForms?: boolean
  /** The page takes files, of at most so many bytes together. */
  uploadMaxBytes?: number
  /** The limits of the page's form that differ from the default ones. Its action hands them to `readForm` too. */
  form?: Partial<FormLimits>
  /** The page carries the hash forwarder. */
  hashForwarder?: boolean
}

/** How much the form of a page may hold. */
export interface FormLimits {
  /** The most names of fields: 100 by default. */
  names: number
  /** The most values of one name, as of a list of checkboxes: 12 by default. */
  valuesPerName: number
  /** Bytes of text (UTF-8) that can be sent and parked however they are encoded: 16 kB by default. */
  textBytes: number
}
