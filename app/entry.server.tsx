import type { ActionFunctionArgs, AppLoadContext, EntryContext, LoaderFunctionArgs } from '@remix-run/node'
import { isRouteErrorResponse, RemixServer } from '@remix-run/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { protocolDocuments, protocolRoutes } from '#contract/applications/open-paths'
import { sitePaths } from '#contract/applications/site-paths'
import { DocumentProvider } from './document/document-context'
import { documentHeaders } from './document/headers.server'
import { withLineBreaks } from './document/line-breaks'
import type { PageHandle } from './document/page-handle'
import { knowsSheet, setSheetCookie, styleSource, withRules } from './document/page-styles.server'
import { isSmall, leadsToSmall, smallCookies, smallHeaders, wantsSmall } from './document/small.server'
import { bareStyle } from './document/small-frame'
import { smallDocument, smallMediaType } from './document/small-markup'
import { withTitleBreaks } from './document/title-breaks'
import { handThrough } from './features/authorisation/hand-through.server'
import { answerAtSite } from './features/sites/at-site.server'
import type { FormAnswer } from './forms/reading/form-answer'
import { bodyMaxBytes } from './forms/reading/form-limits'
import { refilledForm } from './forms/reading/refilled-form.server'
import { stepUpIn } from './forms/step-up/step-up'
import { regionFor, visitorRegion } from './forms/values/visitor-region.server'
import { withFallbackTexts } from './i18n/fallback-texts'
import { chosenLanguageCookies, detectLanguage, languageOf } from './i18n/i18n.server'
import { OfferedLanguagesProvider } from './i18n/offered'
import { RegionProvider } from './i18n/region'
import { textsOf, textsVersion } from './i18n/texts'
import { followTranslations } from './i18n/translations/follow-service.server'
import { closedPages } from './navigation/open-pages/closed-pages.server'
import { offered, openKindsMemory } from './navigation/open-pages/open-kinds.server'
import {
  ClosedPagesProvider,
  IdentifiersProvider,
  OpenKindsProvider,
  RegistrationProvider,
} from './navigation/open-pages/use-open-pages'
import { rememberedAs } from './navigation/returning/return-address'
import { tryAccountApi } from './runtime/account-api-probe.server'
import { prepareBareRequests } from './runtime/bare-server.server'
import { BrandProvider } from './runtime/brand'
import { brandIn } from './runtime/brand.server'
import { env } from './runtime/env.server'
import { logIdOf, logOf } from './runtime/log.server'
import { callHere } from './runtime/upstream.server'
import { formTokenOf, newBrowserId, readBrowserId, setBrowserId } from './session/browser-id.server'
import { leadsToKept } from './session/kept-sessions.server'
import { listsAccounts } from './session/remembered-accounts.server'
import { carriesSession, changedCookies, isSignedIn } from './session/visitor.server'
import { logClosedFlows } from './upstream-check/at-start.server'

prepareBareRequests()

/** Renders a page. It is not hydrated, so it is plain markup. */
const handleDocument = async (
  request: Request,
  answered: number,
  headers: Headers,
  remix: EntryContext,
  context: AppLoadContext,
): Promise<Response> => {
  const args = { request, context, params: remix.staticHandlerContext.matches.at(-1)?.params ?? {} }
  const language = await languageOf(args)
  const handle = handleOf(remix)
  const caught = caughtIn(remix)
  const status = statusOf(caught) ?? answered
  const hasProblem = caught !== undefined && !stepUpIn(caught)
  const islandOrigins = hasProblem ? undefined : (context.islandOrigins ?? (handle.islands ? [] : undefined))
  const leavingOrigins = hasProblem ? undefined : context.leavingOrigins
  const region = visitorRegion({ request })
  const small = isSmall(request)
  const hasCrawlerScript = handle.antiCrawler && !small && env().antiCrawler.size > 0
  const crawlerScript = hasCrawlerScript ? (env().antiCrawler.get(region) ?? null) : undefined
  const hasSheet = small || knowsSheet(request.headers.get('cookie') ?? '', language)
  const facts = {
    status,
    logId: logIdOf(args),
    desk: context.door === 'desk' ? { operator: context.operator } : undefined,
    title: context.title,
    hasFormAgain: stepUpIn(caught) !== undefined || (!handle.ownForms && answerIn(remix)?.lines !== undefined),
    islandScript: islandOrigins && remix.manifest.entry.module,
    crawlerScript,
    knowsSheet: hasSheet,
    isSmall: small,
  }
  const brand = brandIn(language)
  const { kinds, registration, identifiers } = await offered()
  const withMarks = renderToStaticMarkup(
    <I18nextProvider i18n={textsOf(language)}>
      <DocumentProvider value={facts}>
        <BrandProvider value={brand}>
          <RegionProvider value={region}>
            <ClosedPagesProvider value={closedPages()}>
              <OpenKindsProvider value={kinds}>
                <RegistrationProvider value={registration}>
                  <IdentifiersProvider value={identifiers}>
                    <OfferedLanguagesProvider value={env().languages}>
                      <RemixServer context={remix} url={request.url} />
                    </OfferedLanguagesProvider>
                  </IdentifiersProvider>
                </RegistrationProvider>
              </OpenKindsProvider>
            </ClosedPagesProvider>
          </RegionProvider>
        </BrandProvider>
      </DocumentProvider>
    </I18nextProvider>,
  )
  const rendered = withFallbackTexts(small ? withMarks : withLineBreaks(withTitleBreaks(withMarks, language)), language)
  const { markup, rules } = small ? { markup: rendered, rules: '' } : withRules(rendered, { language, hasSheet })
  const mediaType = small ? smallMediaType(request.headers.get('accept') ?? '') : undefined
  const own = {
    ...documentHeaders(handle, {
      islandOrigins,
      crawlerScript,
      leavingOrigins,
      styleSources: [rules, brand?.style, small && rendered.includes(bareStyle) ? bareStyle : undefined].flatMap(
        (style) => (style ? styleSource(style) : []),
      ),
    }),
    ...(mediaType !== undefined && smallHeaders(mediaType)),
    'content-language': language,
    'x-log-id': facts.logId,
    ...(context.goesOnAt !== undefined && !hasProblem && { refresh: `0; url=${context.goesOnAt}` }),
    ...(context.retryAfterSeconds !== undefined && { 'retry-after': String(context.retryAfterSeconds) }),
  }
  for (const [name, value] of Object.entries(own)) headers.set(name, value)
  const cookies = [
    ...(await changedCookies(args)),
    ...(await chosenLanguageCookies(args)),
    ...(small ? smallCookies(request) : []),
    ...(hasSheet ? [] : [setSheetCookie(language)]),
  ]
  for (const cookie of cookies) headers.append('set-cookie', cookie)
  const { pathname, search } = new URL(request.url)
  const html =
    mediaType === undefined
      ? `<!DOCTYPE html>${markup}`
      : smallDocument(markup, { mediaType, ownPath: pathname + search })
  return new Response(html, { status, headers })
}

export default handleDocument

/** The answer of an action, if it shows the form again. */
const answerIn = ({ staticHandlerContext: { errors, actionData } }: EntryContext): Partial<FormAnswer> | undefined =>
  errors ? undefined : (Object.values(actionData ?? {})[0] as Partial<FormAnswer> | undefined)

/** The value that a loader or an action has thrown for the root to show: a step-up, a problem or an error. */
const caughtIn = ({ staticHandlerContext: { errors } }: EntryContext): unknown => Object.values(errors ?? {})[0]

/**
 * The status of the thrown value. Remix keeps the status of the action instead: a 422, if the form could not be shown
 * again because the account API gave no answer to the loader.
 */
const statusOf = (caught: unknown): number | undefined => {
  if (caught === undefined) return undefined
  return isRouteErrorResponse(caught) ? caught.status : 500
}

/** The handle of the page's route module; empty when something was thrown. */
const handleOf = ({ staticHandlerContext, routeModules }: EntryContext): PageHandle => {
  if (staticHandlerContext.errors) return {}
  const page = staticHandlerContext.matches.at(-1)
  return (page && (routeModules[page.route.id]?.handle as PageHandle | undefined)) ?? {}
}

/**
 * Logs an unexpected error under the log id that the visitor's page shows. A request without a route is the visitor's
 * mistake, and has its own page.
 */
export const handleError = (error: unknown, args: LoaderFunctionArgs | ActionFunctionArgs): void => {
  if (args.request.signal.aborted || isRouteErrorResponse(error)) return
  logOf(args).error({ logId: logIdOf(args), err: error }, 'a page failed')
}

/**
 * For a server in front of the app: caches signed-out pages, completes them for each visitor, and reports whether the
 * app can work.
 */
export const forServer = {
  detectLanguage,
  textsVersion,
  followTranslations,
  regionFor,
  carriesSession,
  listsAccounts: (path: string, cookieHeader: string): boolean =>
    listsAccounts(path, cookieHeader) || leadsToKept(path, cookieHeader),
  wantsSmall,
  leadsToSmall,
  knowsSheet,
  setSheetCookie,
  isSignedIn,
  readBrowserId,
  newBrowserId,
  setBrowserId,
  formTokenOf,
  rememberedAs,
  bodyMaxBytes,
  refilledForm,
  tryAccountApi,
  logClosedFlows,
  callHere,
  offers: async () => JSON.stringify(await offered()),
  /** Makes the next page ask the account API again. */
  forgetOffers: (): void => {
    openKindsMemory.known = undefined
  },
  handThrough,
  protocolRoutes,
  protocolDocuments,
  answerAtSite,
  siteRoutes: Object.values(sitePaths),
}
