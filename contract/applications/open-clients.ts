/** The maximum lengths of an application's name and of its addresses, in characters. */
export const clientNameMaxLength = 60
export const clientUrlMaxLength = 500

/** The maximum number of addresses of one kind that an application has, for example of redirect URIs. */
export const mostClientUrls = 20

/**
 * The addresses of an application: where people return, where they may go after signing out, and where it is notified
 * of ended sessions.
 */
export const clientUrlFields = ['redirect_uris', 'post_logout_uris', 'logout_url'] as const
export type ClientUrlField = (typeof clientUrlFields)[number]

/**
 * The faults of an address; the web app has a text for each. `spelling`: browsers and clients spell it differently.
 * `scheme`: it has an app scheme that cannot be registered. `not_public` and `port`: this site would make requests to
 * it, but makes none to private networks or to ports of other protocols. `too_many` and `missing` are about all
 * addresses of a field.
 */
export const clientUrlFaults = [
  'not_https',
  'scheme',
  'too_long',
  'fragment',
  'ticket',
  'not_public',
  'port',
  'spelling',
  'twice',
  'too_many',
  'missing',
] as const
export type ClientUrlFault = (typeof clientUrlFaults)[number]

/**
 * The reasons why a name is refused. `taken`: the organisation has an application of this name. `imitates`: the
 * operator has one.
 */
export const clientNameRefusals = ['taken', 'imitates'] as const
export type ClientNameRefusal = (typeof clientNameRefusals)[number]
