import type { TFunction } from 'i18next'
import { RemixI18Next } from 'remix-i18next/server'
import type { Cookie } from '~/framework'
import { env } from '~/runtime/env.server'
import { type Args, oncePerRequest } from '~/runtime/load-context'
import { findCookie } from '~/session/cookie.server'
import { acceptedLanguage, nearestLanguage } from './accept-language'
import { fallbackLanguage, type Language, languageLinkText, languageNames, namespace, textsOf } from './texts'

const cookieName = 'i18next'
const cookieMinutes = 525_600

/** The cookie in i18next's format: the plain language, which Remix's own cookies would encode. */
const languageCookie: Cookie = {
  name: cookieName,
  isSigned: false,
  parse: async (header) => nearestLanguage(findCookie(header ?? '', cookieName) ?? '', env().languages) ?? null,
  serialize: async (language: Language) =>
    `${cookieName}=${language}; Path=/; Max-Age=${cookieMinutes * 60}; HttpOnly; SameSite=Lax${env().secure ? '; Secure' : ''}`,
}

const newRemixI18Next = (offered: readonly Language[]) =>
  new RemixI18Next({
    detection: {
      supportedLanguages: [...offered],
      fallbackLanguage,
      cookie: languageCookie,
      searchParamKey: 'lng',
      order: ['searchParams', 'cookie', 'custom'],
      findLocale: async (request) =>
        acceptedLanguage(request.headers.get('accept-language') ?? '', offered) ?? env().defaultLanguage,
    },
  })

/** remix-i18next for the offered languages. Created at the first request, after the settings were read. */
let made: { for: readonly Language[]; remixI18Next: RemixI18Next } | undefined
const remixI18Next = (): RemixI18Next => {
  const offered = env().languages
  if (made?.for !== offered) made = { for: offered, remixI18Next: newRemixI18Next(offered) }
  return made.remixI18Next
}

/** A request's language: `?lng=`, then the cookie, then Accept-Language, then the deployment's (spec section 9). */
export const detectLanguage = async (request: Request): Promise<Language> =>
  (await remixI18Next().getLocale(request)) as Language

const foundLanguage: (args: Args) => Promise<Language> = oncePerRequest(({ request }) => detectLanguage(request))

/** The language of a request, found once, unless a button of its form asks for another. */
export const languageOf = async (args: Args): Promise<Language> => args.context.language ?? foundLanguage(args)

/** The offered language in the `?lng=` of a URL. Undefined: none. */
const namedIn = (url: string): Language | undefined =>
  nearestLanguage(new URL(url).searchParams.get('lng') ?? '', env().languages)

/**
 * The language of an account, for a browser that sends no offered language: text browsers often send none. Undefined:
 * the request has a language.
 */
export const savedLanguage = async (request: Request, saved: string): Promise<Language | undefined> => {
  const { languages: offered } = env()
  const { headers, url } = request
  const named =
    namedIn(url) ??
    (await languageCookie.parse(headers.get('cookie'))) ??
    acceptedLanguage(headers.get('accept-language') ?? '', offered)
  return named === undefined ? nearestLanguage(saved, offered) : undefined
}

/** The offered language with this name, as sent by its button. */
export const languageNamed = (name: unknown): Language | undefined =>
  env().languages.find((language) => name === languageNames[language] || name === languageLinkText(language))

/** `t` in the language of a request, for its page. */
export const translate = async (args: Args): Promise<TFunction> => {
  const language = await languageOf(args)
  return textsOf(language).getFixedT(language, namespace)
}

/** The Set-Cookie header that keeps a language chosen by `?lng=` or by a button; none otherwise. */
export const chosenLanguageCookies = async ({ request, context }: Args): Promise<string[]> => {
  const asked = context.language ?? namedIn(request.url)
  return asked === undefined ? [] : [await languageCookie.serialize(asked)]
}
