import type { ActionFunctionArgs, AppLoadContext, EntryContext, LoaderFunctionArgs } from '@remix-run/node'
import { isRouteErrorResponse, RemixServer } from '@remix-run/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { DocumentProvider } from './document/document-context'
import { documentHeaders } from './document/headers.server'
import type { PageHandle } from './document/page-handle'
import type { FormAnswer } from './forms/form-answer'
import { chosenLanguageCookies, detectLanguage, languageOf } from './i18n/i18n.server'
import { textsOf } from './i18n/texts'
import { logIdOf, logOf } from './log.server'
import { safePath } from './navigation/return-address'
import { formTokenOf, newBrowserId, readBrowserId, setBrowserId } from './session/browser-id.server'
import { carriesSession, changedCookies } from './session/visitor.server'

/** Renders a page. No script hydrates it, so it is plain markup. */
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
  const status = failureOf(remix) ?? answered
  const islandOrigins = remix.staticHandlerContext.errors
    ? undefined
    : (context.islandOrigins ?? (handle.islands ? [] : undefined))
  const facts = {
    status,
    logId: logIdOf(args),
    islandScript: islandOrigins && remix.manifest.entry.module,
    stepUpTitle: stepUpTitleOf(remix),
  }
  const markup = renderToStaticMarkup(
    <I18nextProvider i18n={textsOf(language)}>
      <DocumentProvider value={facts}>
        <RemixServer context={remix} url={request.url} />
      </DocumentProvider>
    </I18nextProvider>,
  )
  const own = { ...documentHeaders(handle, islandOrigins), 'content-language': language, 'x-log-id': facts.logId }
  for (const [name, value] of Object.entries(own)) headers.set(name, value)
  for (const cookie of [...(await changedCookies(args)), ...(await chosenLanguageCookies(args))])
    headers.append('set-cookie', cookie)
  return new Response(`<!DOCTYPE html>${markup}`, { status, headers })
}

export default handleDocument

/**
 * The status of a page that failed. Remix would keep that of the form that it was to show again: a 422, where the
 * account API was gone when the page asked it.
 */
const failureOf = ({ staticHandlerContext: { errors } }: EntryContext): number | undefined => {
  const [error] = Object.values(errors ?? {})
  if (error === undefined) return undefined
  return isRouteErrorResponse(error) ? error.status : 500
}

/** What the page itself says of itself; a page that failed says nothing. */
const handleOf = ({ staticHandlerContext, routeModules }: EntryContext): PageHandle => {
  if (staticHandlerContext.errors) return {}
  const page = staticHandlerContext.matches.at(-1)
  return (page && (routeModules[page.route.id]?.handle as PageHandle | undefined)) ?? {}
}

/** The title of the step-up that answers a form, in the place of the form's page. */
const stepUpTitleOf = ({ staticHandlerContext }: EntryContext): string | undefined => {
  const [answer] = Object.values(staticHandlerContext.actionData ?? {}) as (Partial<FormAnswer> | null)[]
  return answer?.stepUp && `stepUp.title.${answer.stepUp.kind}`
}

/**
 * Logs what nobody expected, under the log id that the visitor's page shows. A request that no route takes is somebody's
 * mistake, and has its page.
 */
export const handleError = (error: unknown, args: LoaderFunctionArgs | ActionFunctionArgs): void => {
  if (args.request.signal.aborted || isRouteErrorResponse(error)) return
  logOf(args).error({ logId: logIdOf(args), err: error }, 'a page failed')
}

/** What a server in front of the app needs in order to keep signed-out pages and hand them to visitors. */
export const forServer = {
  detectLanguage,
  carriesSession,
  readBrowserId,
  newBrowserId,
  setBrowserId,
  formTokenOf,
  safePath,
}
