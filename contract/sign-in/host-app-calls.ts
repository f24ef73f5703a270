import { z } from 'zod'
import { call } from '#contract/call'
import { appLink, appScheme, appState, codeChallenge, codeVerifier } from '#contract/terms/app-link'
import { session } from '#contract/terms/fields'
import { reads } from '#contract/terms/power'
import { sensitive } from '#contract/terms/sensitive'

export const hostAppLinks = call({
  name: 'hostAppLinks',
  power: reads('none'),
  summary: 'Returns the deep links that open a host app, if its scheme is on the list.',
  method: 'GET',
  path: '/passport/app/host_app',
  input: z.object({ scheme: appScheme }),
  output: z.object({ account_changed: appLink, account_cancelled: appLink, closed: appLink }),
  errors: ['no_such_app'],
})

export const issueAppCode = call({
  name: 'issueAppCode',
  power: { proof: 'session', tells: [], undoneBy: 'ended', limit: 'tickets' },
  summary:
    'Issues a code for a host app. It can be used once within 60 seconds, and is bound to the scheme and to the challenge. Returns the deep link with the code. At most 300 an hour per account.',
  path: '/passport/app/host_app/code',
  input: z.object({ scheme: appScheme, code_challenge: codeChallenge, state: appState }),
  output: z.object({ url: appLink }),
  errors: ['no_such_app'],
  auth: 'user',
})

export const exchangeAppCode = call({
  name: 'exchangeAppCode',
  power: { proof: 'none', tells: ['signed_in_new'], undoneBy: 'ended', limit: 'tickets' },
  summary:
    'Uses up the code of a host app, even if it is refused, and signs the host app in. The new session is separate, and its proof is no fresher than the proof of the session that issued the code.',
  path: '/passport/app/host_app/exchange',
  input: z.object({
    scheme: appScheme,
    code: sensitive(z.string().regex(/^[\w-]{22}$/)),
    code_verifier: sensitive(codeVerifier),
  }),
  output: session,
  errors: ['app_code_refused'],
})
