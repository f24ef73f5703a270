import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { type AppLoadContext, createRequestHandler, type ServerBuild } from '@remix-run/node'
import { createFake } from '#tests/fake-account-api/fake'
import { root } from '#tests/fixtures/programs/server'

const application = { aid: 'butterfly', key: 'a key of 32 bytes that only the tests know' }
const accountApiUrl = 'http://127.0.0.1:4298'

/** The origin that the built app believes to have. Nothing listens there. */
export const origin = 'http://localhost:3298'

/**
 * Loads build/server/index.js into this process, in front of the fake account API. The app reads its settings from the environment of the process, so there is one app in a
 * process.
 */
export const loadBuiltApp = async () => {
  const file = `${root}build/server/index.js`
  if (!existsSync(file)) throw new Error('There is no build/server/index.js: run npm run build')
  Object.assign(process.env, {
    // React renders as it does in production.
    NODE_ENV: 'production',
    ACCOUNT_API_URL: accountApiUrl,
    ACCOUNT_API_AID: application.aid,
    ACCOUNT_API_KEY: application.key,
    SESSION_SECRETS: 'a session secret of the tests that is long enough',
    PUBLIC_URL: origin,
    // There is an operator's desk. Nothing listens there.
    DESK_PORT: '3297',
    LOG_LEVEL: 'silent',
    // An operator with terms: their pages and sentences are among those that are looked at.
    BRAND: process.env.BRAND ?? `${root}tests/fixtures/operator.json`,
  })
  const build = (await import(file)) as ServerBuild
  const handle = createRequestHandler(build, 'production')
  const { forServer } = build.entry.module as unknown as Pick<typeof import('~/entry.server'), 'forServer'>
  return {
    build,
    /** The Set-Cookie header of a browser that has the style sheet of a language. */
    setSheetCookie: forServer.setSheetCookie,
    /** What the account API offers counts from the next page on. */
    forgetOffers: forServer.forgetOffers,
    fake: createFake({ url: accountApiUrl, application }),
    answer: (request: Request, context: AppLoadContext = {}) => handle(request, context),
  }
}

export type BuiltApp = Awaited<ReturnType<typeof loadBuiltApp>>

const contentTypes: Record<string, string> = { '.css': 'text/css', '.js': 'text/javascript' }

/** A built file of the client, as `/assets/…` names it. */
export const builtAsset = async (path: string): Promise<{ contentType: string; body: Buffer }> => ({
  contentType: contentTypes[extname(path)] ?? 'application/octet-stream',
  body: await readFile(`${root}build/client${path}`),
})

/**
 * The paths of all routes that show a page, as the build declares them: `/settings/third-party/:platform`. A route
 * without a component only redirects or answers a file.
 */
export const pagePathsOf = ({ routes }: ServerBuild): string[] => {
  const pathOf = (id: string | undefined): string => {
    const route = id === undefined ? undefined : routes[id]
    return route ? [pathOf(route.parentId), route.path].filter(Boolean).join('/') : ''
  }
  return Object.values(routes).flatMap((route) =>
    route && route.id !== 'root' && route.module.default ? `/${pathOf(route.id)}` : [],
  )
}

/** Whether a path matches a declared path. */
export const fits = (declared: string, path: string): boolean =>
  new RegExp(`^${declared.replace(/:\w+/g, '[^/]+').replace('*', '.*')}$`).test(path)
