import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useDocument } from './document/document-context'
import { iconIn } from './document/mark'
import { Footer, Header, usePlaceName } from './document/page-frame'
import type { PageHandle } from './document/page-handle'
import { ProblemPage } from './document/problem-page'
import { SmallFrame } from './document/small-frame'
import stylesheet from './document/styles/butterfly.css?url'
import mirroredStylesheet from './document/styles/butterfly-rtl.css?url'
import { DeskAreas, DeskHead } from './features/desk/desk-frame'
import { BackToApp } from './features/host-app/back-to-app'
import { wayBackOf } from './features/host-app/host-app.server'
import type { ActingAs } from './features/organisations/acting.server'
import { actingIn, DeskLinks, DeskNav } from './features/organisations/management/desk-nav'
import { formAnswer } from './forms/reading/answer-form.server'
import { stepUpIn } from './forms/step-up/step-up'
import { StepUpPage } from './forms/step-up/step-up-page'
import {
  type HeadersFunction,
  isRouteErrorResponse,
  type LoaderFunctionArgs,
  Outlet,
  useLocation,
  useMatches,
  useRouteError,
  useRouteLoaderData,
} from './framework'
import { languageOf } from './i18n/i18n.server'
import { isRightToLeft } from './i18n/texts'
import { requireRightDoor } from './navigation/guards/desk-sign-in.server'
import { lateForm } from './navigation/guards/late-form.server'
import { requireOpenPage } from './navigation/open-pages/require-open-page.server'
import { type Problem, type ProblemKind, problemOfStatus } from './navigation/problem'
import { allowLeavingToOtherDoor } from './navigation/returning/leave.server'
import { withoutLanguage } from './navigation/returning/return-address'
import { refusalOf } from './runtime/bare-server.server'
import { useBrand } from './runtime/brand'
import { newRequestKey } from './session/request-key.server'
import { visitor } from './session/visitor.server'

/** Data for every page, by `useRouteLoaderData('root')`. A step-up or a problem page may be without it. */
export const loader = async (args: LoaderFunctionArgs) => {
  if (!refusalOf(args)) {
    requireRightDoor(args)
    // A form whose session has ended leads to the sign-in, which begins at the public site.
    if (args.context.door === 'desk') allowLeavingToOtherDoor(args)
    await requireOpenPage(args)
  }
  const { formToken, signedIn } = await visitor(args)
  const wayBack = wayBackOf(args)
  const fields = refusalOf(args) ? undefined : await lateForm(args)
  return {
    language: await languageOf(args),
    formToken,
    ...((signedIn || args.context.door === 'desk') && { requestKey: await requestKeyOf(args) }),
    path: pathForLanguages(args),
    ...(wayBack && { wayBack }),
    ...(fields && { late: await formAnswer(args, { fields, lines: [{ key: 'form.late' }] }) }),
  }
}

/** A problem may say when to retry. Remix passes on no other header of a thrown response. */
export const headers: HeadersFunction = ({ errorHeaders }) => {
  const retryAfter = errorHeaders?.get('retry-after')
  return retryAfter ? { 'retry-after': retryAfter } : {}
}

/** The path and query of the page, for the links to its other languages. */
const pathForLanguages = (args: LoaderFunctionArgs): string =>
  // The server answers a refused request at the request's own URL.
  refusalOf(args) ? '/' : withoutLanguage(new URL(args.request.url))

/** The document around every page, step-up and problem page. */
export const Layout = ({ children }: { children: ReactNode }) => {
  const { t, i18n } = useTranslation()
  const { islandScript, crawlerScript, isSmall, knowsSheet, desk } = useDocument()
  const brand = useBrand()
  const root = useRouteLoaderData<typeof loader>('root')
  const location = useLocation()
  const handle = usePageHandle()
  const problem = useProblem()
  const hasThrown = Boolean(useRouteError())
  const refreshSeconds = useRefreshSeconds()
  const title = useTitle(handle, problem)
  const isMirrored = isRightToLeft(i18n.language)
  const path = root?.path ?? withoutLanguage(location)
  const acting = useActing()
  if (isSmall)
    return (
      <SmallFrame title={title} path={path} isBare={problem === 'not_found'}>
        {children}
        {acting && <DeskNav acting={acting} small />}
        {desk?.operator && <DeskAreas operator={desk.operator} />}
      </SmallFrame>
    )
  return (
    <html lang={i18n.language} dir={isMirrored ? 'rtl' : undefined}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        {refreshSeconds === undefined || hasThrown ? null : (
          <noscript>
            <meta httpEquiv="refresh" content={`${refreshSeconds}; url=${location.pathname}`} />
          </noscript>
        )}
        {handle.remembered && !problem ? null : <meta name="robots" content="noindex" />}
        <title>{title}</title>
        {/* A print sheet is fetched, and the first paint does not wait for it. */}
        <link
          rel="stylesheet"
          href={isMirrored ? mirroredStylesheet : stylesheet}
          media={knowsSheet ? undefined : 'print'}
        />
        <style />
        {brand?.style ? <style>{brand.style}</style> : null}
        <link rel="icon" href={brand?.logo?.src ?? iconIn(brand?.accent ?? '#3a5bd0')} />
        {islandScript ? <script type="module" src={islandScript} /> : null}
      </head>
      {problem === 'not_found' ? (
        <body className="bare">{children}</body>
      ) : (
        <body
          className={acting || desk?.operator ? 'desk' : handle.wide && !hasThrown ? 'wide' : undefined}
          {...(crawlerScript !== undefined && { 'data-by-region': '' })}
        >
          <a className="skip" href="#main">
            {t('layout.skip')}
          </a>
          <Header>
            {acting && <DeskLinks acting={acting} />}
            {desk?.operator && <DeskHead operator={desk.operator} />}
          </Header>
          <main id="main">
            {children}
            {root?.wayBack && location.pathname !== '/login/app' && <BackToApp {...root.wayBack} />}
          </main>
          {acting && <DeskNav acting={acting} />}
          {desk?.operator && <DeskAreas operator={desk.operator} />}
          <Footer path={path} />
          {crawlerScript && <script defer src={crawlerScript} />}
        </body>
      )}
    </html>
  )
}

export default function Root() {
  return <Outlet />
}

/** The request key of a posted form whose act may have been done, or else a new one. */
const requestKeyOf = async (args: LoaderFunctionArgs): Promise<string> =>
  (args.context.isUnanswered ? args.context.requestKey : undefined) ?? newRequestKey(args)

/**
 * Shows what an action or a loader has thrown, instead of the page. Step-ups are shown here, so no page can forget to
 * show one.
 */
export const ErrorBoundary = () => {
  const stepUp = stepUpIn(useRouteError())
  const problem = useProblem() ?? 'unavailable'
  return stepUp ? <StepUpPage stepUp={stepUp} /> : <ProblemPage kind={problem} />
}

const usePageHandle = (): PageHandle => (useMatches().at(-1)?.handle ?? {}) as PageHandle

/** The number of seconds after which the page reloads itself without script, if its loader says so. */
const useRefreshSeconds = (): number | undefined =>
  (useMatches().at(-1)?.data as { refreshSeconds?: number } | null | undefined)?.refreshSeconds

/** The data of the page's loader. Undefined if it has thrown. */
const usePageData = (): unknown => useMatches().at(-1)?.data

/** Who acts in which organisation, if the page of an organisation itself is shown, and not a step-up or problem. */
const useActing = (): ActingAs | undefined => {
  const data = usePageData()
  return useRouteError() ? undefined : actingIn(data)
}

const usePageParams = () => useMatches().at(-1)?.params ?? {}

/** The problem that this document shows. Undefined: none. */
const useProblem = (): ProblemKind | undefined => {
  const error = useRouteError()
  const { desk } = useDocument()
  if (!error || stepUpIn(error)) return undefined
  if (!isRouteErrorResponse(error)) return 'unavailable'
  const kind = (error.data as Partial<Problem> | null)?.kind ?? problemOfStatus(error.status)
  // The bare 404 belongs to the public site.
  return kind === 'not_found' && desk ? 'gone' : kind
}

const useTitle = (handle: PageHandle, problem: ProblemKind | undefined): string => {
  const { t } = useTranslation()
  const name = usePlaceName()
  const { status, title: told } = useDocument()
  const stepUp = stepUpIn(useRouteError())
  const params = usePageParams()
  const data = usePageData()
  const acting = useActing()
  if (problem === 'not_found') return `404 – ${name}`
  if (problem) return `${t(`problem.${problem}.title`)} – ${name}`
  if (told !== undefined && !stepUp) return `${t(told)} – ${name}`
  const pageTitle = typeof handle.title === 'function' ? handle.title(params) : handle.title
  const key = stepUp ? `stepUp.title.${stepUp.kind}` : pageTitle
  const thing = stepUp || data === undefined ? undefined : handle.named?.(data, t)
  const place = acting ? acting.subject.subject_name : name
  const title = [thing, key && t(key), place].filter(Boolean).join(' – ')
  // A screen reader reads the title first, so it says that there are errors (GOV.UK Design System, error summary).
  return status >= 400 ? t('layout.error_title', { title }) : title
}
