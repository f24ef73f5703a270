import type { TypedResponse } from '@remix-run/node'

// All names of the framework that pages use, so a change of framework affects only this file and the entries.
export type { ActionFunctionArgs, AppLoadContext, Cookie, HeadersFunction, LoaderFunctionArgs } from '@remix-run/node'
export {
  isRouteErrorResponse,
  Outlet,
  useActionData,
  useLoaderData,
  useLocation,
  useMatches,
  useParams,
  useRouteError,
  useRouteLoaderData,
  useSearchParams,
} from '@remix-run/react'
export type { TypedResponse }

/** The JSON response of a loader or an action; `useLoaderData` knows the type of its data. */
export const reply = <Data>(data: Data, { status = 200 }: { status?: number } = {}): TypedResponse<Data> =>
  // Not Response.json: remix-serve replaces Response with an older one.
  new Response(JSON.stringify(data), { status, headers: { 'content-type': 'application/json; charset=utf-8' } })
