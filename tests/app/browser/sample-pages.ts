import { z } from 'zod'
import type { defineFlow } from '~/flows/define-flow.server'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply } from '~/framework'
import { type Browser, type Fields, routeAt } from './browser'

interface SamplePage {
  loader?: (args: LoaderFunctionArgs) => Promise<Response>
  action?: (args: ActionFunctionArgs) => Promise<Response>
}

/** Lets a browser use pages that a test makes, by their URLs. A path's `$name` is a parameter, as in app/routes. */
export const openPages = (browser: Browser, pages: Record<string, SamplePage>) => {
  const routes = Object.entries(pages).map(([path, page]) => ({ path: path.replaceAll('/$', '/:'), page }))
  return {
    open: (url: string) => {
      const { route, params } = routeAt(url, routes)
      return browser.open(route.page, url, { params })
    },
    send: (url: string, fields: Fields) => {
      const { route, params } = routeAt(url, routes)
      return browser.send(route.page, url, fields, { params })
    },
  }
}

const text = z.object({ text: z.string() })

/** The steps of a sample flow below a path: the second one may go back to the first. */
export const twoSteps = <const Path extends string>(path: Path) =>
  ({
    first: { path: `${path}/first`, schema: text, backFrom: ['second'] },
    second: { path: `${path}/second`, schema: text },
  }) as const

type SampleFlow = ReturnType<typeof defineFlow<ReturnType<typeof twoSteps>>>

/** What the action of a sample step does, named by the form's field `go`. */
const ways = {
  on: (step, text) => step.goTo('second', { text }),
  stay: (step, text) => step.stay({ text }),
  finish: (step) => step.finish(),
  abandon: (step) => step.abandon('/settings'),
  restart: (step) => step.restart(),
} satisfies Record<string, (step: Awaited<ReturnType<SampleFlow['require']>>, text: string) => Promise<Response>>

/** The pages of a flow with {@link twoSteps}. A form's `text` becomes the data of the step that it leads to. */
export const pagesOf = (
  flow: SampleFlow,
  { start, path }: { start: string; path: string },
): Record<string, SamplePage> => {
  const field = async ({ request }: ActionFunctionArgs, name: string) => String((await request.formData()).get(name))
  const stepPage = (name: 'first' | 'second'): SamplePage => ({
    loader: async (args) => reply({ text: (await flow.require(args, name)).text }),
    action: async (args) => {
      const step = await flow.require(args, name)
      const form = await args.request.formData()
      return ways[String(form.get('go')) as keyof typeof ways](step, String(form.get('text')))
    },
  })
  return {
    [start]: { action: async (args) => flow.begin(args, 'first', { text: await field(args, 'text') }) },
    [`${path}/first`]: stepPage('first'),
    [`${path}/second`]: stepPage('second'),
  }
}
