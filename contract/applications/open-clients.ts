/** The longest name of an application that people are shown, in characters, and the longest of its addresses. */
export const clientNameMaxLength = 60
export const clientUrlMaxLength = 500

/** How many addresses of one kind an application has. */
export const mostClientUrls = 20

/** The addresses of an application: where people come back to, where they may go after signing out, where it is told of that. */
export const clientUrlFields = ['redirect_uris', 'post_logout_uris', 'logout_url'] as const
export type ClientUrlField = (typeof clientUrlFields)[number]

/**
 * What is wrong with an address; the web app has a text for each. `spelling`: browsers and clients spell it otherwise.
 * `scheme`: it is of an app, and no address of an app can be registered, or none with such a scheme. `not_public` and
 * `port`: this site would ask it, and asks no host of a private network, and none at a port of another protocol.
 * `too_many` and `missing` are about all addresses of a field.
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

/** Why a name is refused. `taken`: the organisation has an application of this name. `imitates`: the operator has one. */
export const clientNameRefusals = ['taken', 'imitates'] as const
export type ClientNameRefusal = (typeof clientNameRefusals)[number]
