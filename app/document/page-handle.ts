/** What a route may say of its page, as `export const handle`. */
export interface PageHandle {
  /** The message key of the page's title; for a page of several URLs, made from the parameters of the URL. */
  title?: string | ((params: Record<string, string | undefined>) => string)
  /** Signed out, the page depends on nothing but path, language and `?next=`, so that the server may keep it. */
  remembered?: boolean
  /** The page always has an island, so it carries the script that loads islands. */
  islands?: boolean
  /** The page takes a file of at most so many bytes. */
  uploadMaxBytes?: number
  /** The page carries the hash forwarder. */
  hashForwarder?: boolean
}
