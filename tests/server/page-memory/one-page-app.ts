import type { App } from '#server/remix-build'

/**
 * An app whose one page, /login, is remembered, for a visitor without cookies.
 * @param visitors what the test wants otherwise
 */
export const onePageApp = (handle: App['handle'], visitors: Partial<App['visitors']> = {}): App => ({
  handle,
  visitors: {
    detectLanguage: async () => 'en',
    textsVersion: () => 0,
    followTranslations: async () => () => undefined,
    regionFor: () => 'CN',
    carriesSession: () => false,
    listsAccounts: () => false,
    wantsSmall: () => false,
    leadsToSmall: () => false,
    knowsSheet: () => true,
    setSheetCookie: () => 'style=sheet',
    isSignedIn: async () => false,
    readBrowserId: () => undefined,
    newBrowserId: () => 'browser',
    setBrowserId: (id) => `browser=${id}`,
    formTokenOf: () => 'token',
    rememberedAs: (url) => url,
    tryAccountApi: async () => undefined,
    logClosedFlows: async () => undefined,
    callHere: () => undefined,
    offers: async () => 'mobile,email',
    forgetOffers: () => {},
    bodyMaxBytes: () => 0,
    refilledForm: () => undefined,
    handThrough: () => Promise.reject(new Error('nothing is handed through')),
    protocolRoutes: [],
    protocolDocuments: [],
    answerAtSite: () => Promise.reject(new Error('there are no protected sites')),
    siteRoutes: [],
    ...visitors,
  },
  rememberedPaths: new Set(['/login']),
  largeBodyMaxBytes: () => undefined,
  hasPage: () => true,
  routeOf: (path) => path,
})
