import type { TFunction } from 'i18next'

/** What a route may declare about its page, as `export const handle`. */
export interface PageHandle {
  /** The message key of the page's title; for a page of several URLs, made from the parameters of the URL. */
  title?: string | ((params: Record<string, string | undefined>) => string)
  /** The name of the shown object, from its loader's data. It begins the title, so tabs can be told apart. */
  named?: (data: unknown, t: TFunction) => string
  /** True when the signed-out page depends only on path, language and `?next=`, so the server may cache it. */
  remembered?: boolean
  /** True when the page always has an island, so it loads the script for islands. */
  islands?: boolean
  /**
   * True when programs attack this page. It loads the script against crawlers of the visitor's region, if that has one.
   */
  antiCrawler?: boolean
  /** True when the page has two columns if the screen has room. */
  wide?: boolean
  /**
   * True when the page has its own kind of forms, without the buttons of a form that came back (app/forms/form-page).
   */
  ownForms?: boolean
  /** The maximum total size in bytes of the files that the page accepts. */
  uploadMaxBytes?: number
  /** The limits of the page's form, where they differ from the defaults. Its action also passes them to `readForm`. */
  form?: Partial<FormLimits>
  /** True when the page has the hash forwarder. */
  hashForwarder?: boolean
}

export interface FormLimits {
  /** The maximum number of field names: 100 by default. */
  names: number
  /** The maximum number of values of one name, such as a list of checkboxes: 12 by default. */
  valuesPerName: number
  /** The maximum size of the text in bytes (UTF-8), which can be sent and parked in any encoding: 16 kB by default. */
  textBytes: number
}
