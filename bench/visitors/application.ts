import * as openid from 'openid-client'
import { operateAt } from '#tests/fixtures/programs/operate-at'
import type { Browser } from './browser'

const redirectUri = 'https://orchard.example/back'
const scope = 'openid profile offline_access'

interface Added {
  /** The addresses of the web app and of its account API, and the key that they share. */
  url: string
  apiUrl: string
  key: string
  /** People are not asked for consent before they are signed in there. */
  isFirstParty?: boolean
}

/** The parameters that a browser returns to an application. */
export interface Authorised {
  back: URL
  pkceCodeVerifier: string
}

const pathOf = ({ pathname, search }: URL): string => pathname + search

/** Registers an application at a deployment, like its operator. It signs people in by OpenID Connect. */
export const addApplication = async ({ url, apiUrl, key, isFirstParty = false }: Added) => {
  const operate = (...words: string[]) => operateAt(apiUrl, { aid: 'butterfly', key }, words)
  const added = await operate('client', 'add', 'orchard', redirectUri, 'Orchard')
  await operate('client', 'scopes', 'orchard', scope.replaceAll(' ', ','))
  if (isFirstParty) await operate('client', 'first-party', 'orchard', 'yes')
  const execute = [openid.allowInsecureRequests]
  const secret = added.split(' ').at(-1) ?? ''
  const config = await openid.discovery(new URL(url), 'orchard', secret, undefined, { execute })

  /** The address of the answer to a request of the application. */
  const ask = async (person: Browser, prompt: 'none' | 'consent') => {
    const pkceCodeVerifier = openid.randomPKCECodeVerifier()
    const asked = openid.buildAuthorizationUrl(config, {
      redirect_uri: redirectUri,
      scope,
      prompt,
      code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
    })
    const answer = await person.visit(pathOf(asked))
    return { leadsTo: new URL(answer.headers.get('location') ?? '', url), pkceCodeVerifier }
  }

  return {
    config,
    secret,

    /** A person who has agreed before is not asked. */
    authorised: async (person: Browser): Promise<Authorised> => {
      const { leadsTo, pkceCodeVerifier } = await ask(person, 'none')
      return { back: leadsTo, pkceCodeVerifier }
    },

    /** A person agrees to access while they are away, which yields a refresh token. */
    authorisedForLong: async (person: Browser): Promise<Authorised> => {
      const { leadsTo, pkceCodeVerifier } = await ask(person, 'consent')
      const on = await person.send(pathOf(leadsTo), { scopes: 'offline_access' })
      const answer = await person.visit(pathOf(new URL(on, url)))
      return { back: new URL(answer.headers.get('location') ?? ''), pkceCodeVerifier }
    },

    exchange: ({ back, pkceCodeVerifier }: Authorised) =>
      openid.authorizationCodeGrant(config, back, { pkceCodeVerifier, idTokenExpected: true }),

    refresh: (refreshToken = '') => openid.refreshTokenGrant(config, refreshToken),
  }
}

export type Application = Awaited<ReturnType<typeof addApplication>>
